// The house itself: the software it runs on, held against its start, and its books.

import { get } from "../lib/api.js";
import { h } from "../lib/element.js";
import { put } from "../lib/put.js";
import { t } from "../lib/i18n.js";
import { money, signed } from "../lib/money.js";
import { why } from "../lib/refusal.js";

const verdict = (good, words, more) => h("p", { class: ["verdict", good ? "yes" : "no"] }, good ? "✓ " : "✗ ", words, more);

/** Files that are not as they were, with both hashes. */
const changes = (all) => all.length > 0 && h("ul", { class: "changes small" }, all.map((one) => h("li", {}, h("code", {}, one.name),
  ["was", "is"].map((when) => h("div", { class: "quiet-text" }, t(`house.${when}`), " ", one[when] ? h("code", {}, one[when]) : t("house.none"))))));

const rows = (pairs) => h("table", { class: "figures pairs" }, h("tbody", {}, Object.entries(pairs).map(([name, value]) => h("tr", {}, h("th", { scope: "row" }, h("code", {}, name)), h("td", {}, h("code", {}, value))))));

export class House {
  element = h("div", { class: "house" }, h("section", { class: "panel software" }), h("section", { class: "panel books" }));
  #software = null;
  #books = null;

  async read() {
    const read = (path) => get(path).catch((error) => ({ refused: error }));
    [this.#software, this.#books] = await Promise.all([read("/api/manifest"), read("/api/books")]);
    this.draw();
  }

  draw() {
    if (!this.#software) return;
    const [software, books] = this.element.children;
    const again = h("button", { type: "button", class: "quiet again", onclick: () => this.read() }, t("house.again"));
    put(software, h("div", { class: "panel-head" }, h("h2", {}, t("house.software")), again), this.#software.refused ? why(this.#software.refused) : this.#ofSoftware(this.#software));
    put(books, h("h2", {}, t("house.books")), this.#books.refused ? why(this.#books.refused) : this.#ofBooks(this.#books));
  }

  #ofSoftware({ digest, changed, changed_at_start: before, approved_by: approved, versions, files }) {
    const names = Object.keys(files).length;
    return [
      h("p", { class: "small" }, t("house.now"), h("br"), h("code", { class: "digest" }, digest)),
      verdict(!changed.length, changed.length ? t("house.changed", { n: money(changed.length) }) : t("house.same")),
      changes(changed),
      before === null ? h("p", { class: "small quiet-text" }, t("house.first"))
        : before.length ? h("details", {}, h("summary", { class: "small quiet-text" }, t("house.start.changed", { n: money(before.length) })), changes(before))
          : h("p", { class: "small quiet-text" }, t("house.start.same")),
      approved && h("p", { class: "small" }, t("house.approved", { file: approved })),
      h("details", {}, h("summary", { class: "small" }, t("house.versions")), rows(versions)),
      h("details", { class: "files" }, h("summary", { class: "small" }, t("house.files", { n: money(names) })), rows(files)),
    ];
  }

  #ofBooks({ total, fault, groups }) {
    return [
      verdict(!fault, t(fault ? "house.fault" : "house.balanced"), fault && [" ", h("span", { lang: "en" }, fault)]),
      groups.map((group) => h("details", { class: "accounts", data: { kind: group.kind } },
        h("summary", {}, h("span", {}, t(`audit.account.${group.kind}`)), h("span", { class: "small quiet-text" }, money(group.accounts.length)), h("b", { class: "num" }, signed(group.balance))),
        h("table", { class: "figures pairs" }, h("tbody", {}, group.accounts.map((one) => h("tr", {}, h("th", { scope: "row" }, h("code", {}, one.account)), h("td", { class: "num" }, signed(one.balance)))))))),
      h("p", { class: "total" }, h("span", {}, t("house.total")), h("b", { class: "num" }, signed(total))),
    ];
  }
}
