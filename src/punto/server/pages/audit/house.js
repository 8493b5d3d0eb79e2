// The house itself: the software it runs on, held against its start, and its books.

import { ApiError, get } from "../lib/api.js";
import { h } from "../lib/element.js";
import { t, wordOf } from "../lib/i18n.js";
import { money, signed } from "../lib/money.js";
import { why } from "../lib/refusal.js";

/** @param {boolean} good @param {Draw.Child} words @param {Draw.Child} [more] */
const verdict = (good, words, more) => h("p", { class: ["verdict", good ? "yes" : "no"] }, good ? "✓ " : "✗ ", words, more);

/** @param {"was" | "is"} when @param {string} hash */
const fileHash = (when, hash) => h("div", { class: "quiet-text" }, t(`house.${when}`), " ", hash ? h("code", {}, hash) : t("house.none"));

/** Files that are not as they were, with both hashes. @param {Api.FileChange[]} all */
const changes = (all) => all.length > 0 && h("ul", { class: "changes small" },
  all.map((file) => h("li", { key: file.name }, h("code", {}, file.name), fileHash("was", file.was), fileHash("is", file.is))));

/** @param {[string, Draw.Child][]} pairs @param {string} [style] */
const rows = (pairs, style) => h("table", { class: "figures pairs" }, h("tbody", {},
  pairs.map(([name, value]) => h("tr", { key: name }, h("th", { scope: "row" }, h("code", {}, name)), h("td", { class: style }, value)))));

/** @param {Record<string, string>} texts */
const codes = (texts) => rows(Object.entries(texts).map(([name, text]) => [name, h("code", {}, text)]));

/** @param {Api.FileChange[] | null} before what had changed when the house was opened */
function sinceLastStart(before) {
  if (!before?.length) return h("p", { class: "small quiet-text" }, t(before ? "house.start.same" : "house.first"));
  return h("details", { key: "start" }, h("summary", { class: "small quiet-text" }, t("house.start.changed", { n: money(before.length) })), changes(before));
}

/** @param {Api.ManifestView} manifest */
const ofSoftware = ({ digest, changed, changed_at_start: before, approved_by: approved, versions, files }) => [
  h("p", { class: "small" }, t("house.now"), h("br"), h("code", { class: "digest" }, digest)),
  verdict(!changed.length, changed.length ? t("house.changed", { n: money(changed.length) }) : t("house.same")),
  changes(changed),
  sinceLastStart(before),
  approved && h("p", { class: "small" }, t("house.approved", { file: approved })),
  h("details", { key: "versions" }, h("summary", { class: "small" }, t("house.versions")), codes(versions)),
  h("details", { class: "files" }, h("summary", { class: "small" }, t("house.files", { n: money(Object.keys(files).length) })), codes(files)),
];

/** @param {Api.AccountGroup} group */
const accounts = (group) => h("details", { class: "accounts", key: group.kind, data: { kind: group.kind } },
  h("summary", {},
    h("span", {}, wordOf("audit.account.", group.kind)),
    h("span", { class: "small quiet-text" }, money(group.accounts.length)),
    h("b", { class: "num" }, signed(group.balance))),
  rows(group.accounts.map((row) => [row.account, signed(row.balance)]), "num"));

/** @param {Api.BooksView} books */
const ofBooks = ({ total, fault, groups }) => [
  verdict(!fault, t(fault ? "house.fault" : "house.balanced"), fault && [" ", h("span", { lang: "en" }, fault)]),
  groups.map(accounts),
  h("p", { class: "total" }, h("span", {}, t("house.total")), h("b", { class: "num" }, signed(total))),
];

/** @template T @param {Promise<T>} answer @returns {Promise<T | ApiError>} */
const orRefused = (answer) => answer.catch((error) => {
  if (!(error instanceof ApiError)) throw error;
  return error;
});

export class House {
  /** @type {Api.ManifestView | ApiError | null} */
  #software = null;
  /** @type {Api.BooksView | ApiError | null} */
  #books = null;
  #redraw;

  /** @param {() => void} redraw called when something was read */
  constructor(redraw) {
    this.#redraw = redraw;
  }

  async read() {
    [this.#software, this.#books] = await Promise.all([orRefused(get("/api/manifest")), orRefused(get("/api/books"))]);
    this.#redraw();
  }

  view() {
    const [software, books] = [this.#software, this.#books];
    const again = h("button", { type: "button", class: "quiet again", onclick: () => this.read() }, t("house.again"));
    return h("div", { class: "house" },
      h("section", { class: "panel software" }, software && [
        h("div", { class: "panel-head" }, h("h2", {}, t("house.software")), again),
        software instanceof ApiError ? why(software) : ofSoftware(software)]),
      h("section", { class: "panel books" }, books && [
        h("h2", {}, t("house.books")),
        books instanceof ApiError ? why(books) : ofBooks(books)]));
  }
}
