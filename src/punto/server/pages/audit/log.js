// A log on the page: the search, a page of events with the newest first, and each event in full.

import { ApiError, get } from "../lib/api.js";
import { namesOf } from "../lib/bet-name.js";
import { wordsOf } from "../lib/cite.js";
import { h } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { money } from "../lib/money.js";
import { why } from "../lib/refusal.js";
import { kindName, kindsOf, rankName, summary, whoOf } from "./event.js";
import { eventTable, short } from "./rows.js";

const STEP = 100;
const NEWEST = Number.MAX_SAFE_INTEGER;
const SOUGHT = /** @type {const} */ (["kind", "coup", "person", "since", "until"]);

/** @typedef {typeof SOUGHT[number]} Part */
/** @typedef {Partial<Record<Part, string>>} Sought */
/** @typedef {{before?: number, after?: number}} At a place in the log */
/** @typedef {{texts: Record<string, string>, names: Record<string, Api.Name>}} Book what a rulebook's paragraphs say and its bets are called */
/** @typedef {Draw.Attributes<HTMLInputElement> & Draw.Attributes<HTMLSelectElement>} Seeks */

/** @type {Book} */
const UNKNOWN = { texts: {}, names: {} };

export class LogView {
  #log = "";
  /** @type {Sought} */
  #sought = {};
  #words = "";
  /** @type {Api.LogPage | null} */
  #page = null;
  /** @type {ApiError | null} */
  #refused = null;
  /** @type {At} */
  #at = { before: NEWEST };
  /** @type {Map<string, Book>} by the hash of its file */
  #books = new Map();
  /** @type {Set<number>} the events that are shown in full */
  #unfolded = new Set();
  #redraw;
  #onSought;

  /** The number of the last request: only its answer is shown. */
  #questions = 0;

  /** @param {() => void} redraw called when something is to be drawn anew @param {(sought: string) => void} onSought called with the search, as the query of an address */
  constructor(redraw, onSought) {
    this.#redraw = redraw;
    this.#onSought = onSought;
  }

  /** Begin with the newest of a log. @param {string} log @param {URLSearchParams} sought */
  async open(log, sought) {
    this.#log = log;
    this.#sought = Object.fromEntries(SOUGHT.flatMap((key) => (sought.get(key) ? [[key, sought.get(key)]] : [])));
    this.#words = "";
    this.#page = null;
    this.#unfolded = new Set();
    this.#redraw();
    await this.#turn({ before: NEWEST });
  }

  /** @param {At} at */
  #query(at) {
    const { since, until, ...rest } = this.#sought;
    const place = Object.entries(at).map(([key, version]) => [key, String(version)]);
    const query = new URLSearchParams({ ...rest, ...Object.fromEntries(place), limit: String(STEP) });
    // The reader's own clock; the last minute is meant whole.
    if (since && Date.parse(since)) query.set("since", new Date(since).toISOString());
    if (until && Date.parse(until)) query.set("until", new Date(Date.parse(until) + 59_000).toISOString());
    return query;
  }

  /** @param {At} at */
  async #turn(at) {
    this.#onSought(new URLSearchParams(this.#sought).toString());
    const question = ++this.#questions;
    /** @type {{page: Api.LogPage | null, refused: ApiError | null}} */
    const answer = { page: null, refused: null };
    try {
      answer.page = await get(`/api/log/${encodeURIComponent(this.#log)}?${this.#query(at)}`);
      await Promise.all(answer.page.rulebooks.map((span) => this.#learn(span)));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      Object.assign(answer, { page: null, refused: error });
    }
    if (question !== this.#questions) return; // A later request has replaced this one.
    this.#page = answer.page;
    this.#refused = answer.refused;
    this.#at = at;
    this.#redraw();
  }

  /** Get a rulebook's words; there are none where the file on the shelf is another by now. @param {Api.RulebookSpan} span */
  async #learn({ name, sha256 }) {
    if (this.#books.has(sha256)) return;
    const book = await get(`/api/rulebooks/${encodeURIComponent(name)}?sha256=${sha256}`).catch(() => null);
    if (book) this.#books.set(sha256, book.sha256 === sha256 ? { texts: wordsOf(book), names: namesOf(book) } : UNKNOWN);
  }

  /** The rulebook in force when an event happened. @param {number} version */
  #rulesAt(version) {
    return this.#page?.rulebooks.findLast((span) => span.from <= version);
  }

  /** @param {number} version @returns {Book} */
  #bookAt(version) {
    return this.#books.get(this.#rulesAt(version)?.sha256 ?? "") ?? UNKNOWN;
  }

  /** @param {Part} key @param {string} value */
  #seek(key, value) {
    this.#sought = { ...this.#sought, [key]: value };
    if (!value) delete this.#sought[key];
    return this.#turn({ before: NEWEST });
  }

  view() {
    const page = this.#page;
    if (!this.#log || !(page || this.#refused)) return h("section", { class: "panel log", key: this.#log });
    const table = !this.#log.startsWith("house:");
    const { coup } = this.#sought;
    return h("section", { class: "panel log", key: this.#log },
      h("h2", { class: "visually-hidden" }, t("log.title")),
      this.#seeking(),
      h("div", { class: "bar" },
        h("input", {
          type: "search", name: "filter", value: this.#words, placeholder: t("log.filter"), "aria-label": t("log.filter"),
          oninput: ({ currentTarget }) => { this.#words = currentTarget.value; this.#redraw(); },
        }),
        table && coup && h("a", { class: "button", href: `/api/disputes/${encodeURIComponent(this.#log)}/${coup}/pdf`, download: true }, t("log.dispute", { n: coup })),
        h("div", { class: "pager" }, page && this.#ways(page))),
      h("p", { class: "small quiet-text", key: "extent" }, page && extent(page)),
      h("div", { class: "scroll-x" }, page ? this.#events(page) : this.#refused && h("p", {}, why(this.#refused))));
  }

  /** On a phone the search is folded; the log comes first. */
  #seeking() {
    const table = !this.#log.startsWith("house:");
    const looks = Object.keys(this.#sought).length > 0;
    /** @param {Part} key @returns {Seeks} */
    const seek = (key) => ({ name: key, value: this.#sought[key] ?? "", onchange: (/** @type {Event} */ event) => this.#seek(key, valueOf(event)) });
    const label = (/** @type {Part} */ key, /** @type {Draw.Child} */ inner) => h("label", { class: `for-${key}` }, h("span", {}, t(`log.${key}`)), inner);
    const people = this.#page?.events.flatMap((event) => [event.person, event.body.patron]).filter(Boolean) ?? [];
    return h("details", { class: "seek", open: matchMedia("(min-width: 701px)").matches || looks },
      h("summary", {}, t("log.seek")),
      h("div", { class: "sought", role: "search" },
        label("kind", h("select", seek("kind"),
          h("option", { value: "" }, t("log.any")),
          kindsOf(this.#log).map((kind) => h("option", { value: kind }, kindName(kind))))),
        table && h("div", { class: "for-coup" },
          label("coup", h("input", { type: "number", min: 1, inputmode: "numeric", ...seek("coup") })),
          this.#step(-1, "‹", "log.coup.before"), this.#step(1, "›", "log.coup.after")),
        label("person", h("input", { type: "text", list: "log-people", maxlength: 60, autocomplete: "off", ...seek("person") })),
        label("since", h("input", { type: "datetime-local", ...seek("since") })),
        label("until", h("input", { type: "datetime-local", ...seek("until") })),
        h("datalist", { id: "log-people" }, [...new Set(people.map(String))].sort().map((name) => h("option", { value: name }))),
        h("button", { type: "button", class: "quiet clear", hidden: !looks, onclick: () => this.open(this.#log, new URLSearchParams()) }, t("log.clear"))));
  }

  /** A button to the round before or after the one that is searched for. @param {number} by @param {string} sign @param {Words.Key} word */
  #step(by, sign, word) {
    const to = () => String(Math.max(1, Number(this.#sought.coup ?? 0) + by));
    return h("button", { type: "button", class: "quiet step", key: sign, "aria-label": t(word), onclick: () => this.#seek("coup", to()) }, sign);
  }

  /** The buttons to newer and older pages. @param {Api.LogPage} page */
  #ways(page) {
    const [first, last] = [page.events[0]?.version, page.events.at(-1)?.version];
    const upwards = this.#at.after !== undefined;
    const way = (/** @type {"newest" | "newer" | "older"} */ word, /** @type {boolean} */ on, /** @type {At} */ at) =>
      h("button", { type: "button", name: word, disabled: !on, onclick: () => this.#turn(at) }, t(`log.${word}`));
    return [
      way("newest", true, { before: NEWEST }),
      way("newer", last !== undefined && (upwards ? page.more : this.#at.before !== NEWEST), { after: last }),
      way("older", first !== undefined && (upwards || page.more), { before: first }),
    ];
  }

  /** @param {Api.LogPage} page */
  #events(page) {
    const events = page.events.toReversed().filter((event) => this.#matches(event));
    if (!events.length) return h("p", { class: "quiet-text" }, t("log.nothing"));
    return eventTable(events, {
      rulesAt: (version) => this.#rulesAt(version)?.name ?? "",
      bookAt: (version) => this.#bookAt(version),
      isUnfolded: (version) => this.#unfolded.has(version),
      unfold: (version) => {
        if (!this.#unfolded.delete(version)) this.#unfolded.add(version);
        this.#redraw();
      },
      seekCoup: this.#sought.coup ? null : (coup) => this.#seek("coup", String(coup)),
    });
  }

  /** @param {Api.LogEntry} event */
  #matches(event) {
    const { kind, by, acting, session, confirmer, cites, grounds, version, hash } = event;
    const words = [kindName(kind), whoOf(event), rankName(by), this.#rulesAt(version)?.name, summary(event, this.#bookAt(version).names)];
    const text = [kind, by, acting, session, confirmer ?? "", ...cites, ...grounds, hash, ...words].join(" ").toLowerCase();
    return this.#words.toLowerCase().split(/\s+/).every((word) => text.includes(word));
  }
}

/** How far the log goes, and by which rulebooks. @param {Api.LogPage} page */
function extent({ head, rulebooks }) {
  const names = [...new Set(rulebooks.map((span) => span.name))].join(", ");
  return [t("log.events", { n: money(head.version), hash: short(head.hash) }), names && ` · ${names}`];
}

/** @param {Event} event of a field */
const valueOf = (event) => (event.currentTarget instanceof HTMLInputElement || event.currentTarget instanceof HTMLSelectElement ? event.currentTarget.value.trim() : "");
