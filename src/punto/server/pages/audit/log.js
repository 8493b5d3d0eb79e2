// A log on the page: what is looked for, some of its events at a time with the newest first, and each of them in full.

import { get } from "../lib/api.js";
import { says, wordsOf } from "../lib/cite.js";
import { h } from "../lib/element.js";
import { put } from "../lib/put.js";
import { language, t } from "../lib/i18n.js";
import { money, signed } from "../lib/money.js";
import { why } from "../lib/refusal.js";
import { namesOf } from "../lib/bet-name.js";
import { timeOf } from "../lib/moment.js";
import { kindName, kindsOf, rankName, summary, whoOf } from "./event.js";

const STEP = 100;
const NEWEST = Number.MAX_SAFE_INTEGER;
const SOUGHT = ["kind", "coup", "person", "since", "until"];
const UNKNOWN = { texts: {}, names: {} };
const COLUMNS = 6;

const short = (hash) => hash.slice(0, 10);
const dateOf = (iso) => new Date(iso).toLocaleDateString(language() === "zh" ? "zh-Hant" : "en-GB", { dateStyle: "full" });

export class LogView {
  element = h("section", { class: "panel log" });
  #log = "";
  #sought = {};
  #words = "";
  #found = null;
  #refused = null;
  #at = { before: NEWEST };
  #books = {};
  #parts = {};
  #onSought;

  /** How often the server was asked: only the last answer counts. */
  #questions = 0;

  /** `onSought` is told what is looked for, as the end of an address. */
  constructor(onSought) {
    this.#onSought = onSought;
  }

  /** Begin with the newest of a log. @param {URLSearchParams} sought */
  async open(log, sought) {
    this.#log = log;
    this.#sought = Object.fromEntries(SOUGHT.flatMap((key) => (sought.get(key) ? [[key, sought.get(key)]] : [])));
    this.#words = "";
    this.#found = null;
    put(this.element);
    await this.#read({ before: NEWEST });
    this.draw();
  }

  async #read(at) {
    this.#onSought(new URLSearchParams(this.#sought).toString());
    const { since, until, ...rest } = this.#sought;
    const asked = new URLSearchParams({ ...rest, ...at, limit: STEP });
    // The reader's own clock; the last minute is meant whole.
    if (Date.parse(since)) asked.set("since", new Date(since).toISOString());
    if (Date.parse(until)) asked.set("until", new Date(Date.parse(until) + 59_000).toISOString());
    const question = ++this.#questions;
    const told = { refused: null, found: null };
    try {
      told.found = await get(`/api/log/${encodeURIComponent(this.#log)}?${asked}`);
      await Promise.all(told.found.rulebooks.map((span) => this.#learn(span)));
    } catch (error) {
      Object.assign(told, { refused: error, found: null });
    }
    if (question !== this.#questions) return; // Somebody asked for something else meanwhile; this answer came late.
    this.#refused = told.refused;
    this.#found = told.found;
    this.#at = at;
  }

  /** What a rulebook's paragraphs say and its bets are called, by its hash: nothing if the file on the shelf is no longer that one. */
  async #learn({ name, sha256 }) {
    if (sha256 in this.#books) return;
    const book = await get(`/api/rulebooks/${encodeURIComponent(name)}?sha256=${sha256}`).catch(() => null);
    if (book) this.#books[sha256] = book.sha256 === sha256 ? { texts: wordsOf(book), names: namesOf(book) } : UNKNOWN;
  }

  /** The rulebook in force when an event happened. */
  #rulesAt = (version) => this.#found.rulebooks.findLast((span) => span.from <= version);

  #bookAt = (version) => this.#books[this.#rulesAt(version)?.sha256] ?? UNKNOWN;

  async #turn(at) {
    await this.#read(at);
    this.#show();
  }

  async #seek(key, value) {
    this.#sought = { ...this.#sought, [key]: value };
    if (!value) delete this.#sought[key];
    await this.#turn({ before: NEWEST });
    if (key === "coup") this.#parts.coup.value = value;
  }

  draw() {
    if (!this.#log) return;
    const table = !this.#log.startsWith("house:");
    const seek = (key) => ({ name: key, value: this.#sought[key] ?? "", onchange: (event) => this.#seek(key, event.target.value.trim()) });
    const label = (key, ...inner) => h("label", { class: `for-${key}` }, h("span", {}, t(`log.${key}`)), inner);
    const step = (by, sign, word) => h("button", { type: "button", class: "quiet step", "aria-label": t(word), onclick: () => this.#seek("coup", String(Math.max(1, Number(this.#sought.coup ?? 0) + by))) }, sign);
    this.#parts = {
      coup: h("input", { type: "number", min: 1, inputmode: "numeric", ...seek("coup") }),
      people: h("datalist", { id: "log-people" }),
      clear: h("button", { type: "button", class: "quiet clear", onclick: () => this.open(this.#log, new URLSearchParams()) }, t("log.clear")),
      list: h("div", { class: "scroll-x" }),
      told: h("p", { class: "small quiet-text" }),
      pager: h("div", { class: "pager" }),
    };
    const { coup, people, clear, list, told, pager } = this.#parts;
    put(this.element,
      h("h2", { class: "visually-hidden" }, t("log.title")),
      // On a phone what is looked for is folded away until it is wanted; the log comes first.
      h("details", { class: "seek", open: matchMedia("(min-width: 701px)").matches || Object.keys(this.#sought).length > 0 },
        h("summary", {}, t("log.seek")),
        h("div", { class: "sought", role: "search" },
          label("kind", h("select", seek("kind"), h("option", { value: "" }, t("log.any")), kindsOf(this.#log).map((kind) => h("option", { value: kind, selected: kind === this.#sought.kind }, kindName(kind))))),
          table && h("div", { class: "for-coup" }, label("coup", coup), step(-1, "‹", "log.coup.before"), step(1, "›", "log.coup.after")),
          label("person", h("input", { type: "text", list: "log-people", maxlength: 60, autocomplete: "off", ...seek("person") })),
          label("since", h("input", { type: "datetime-local", ...seek("since") })),
          label("until", h("input", { type: "datetime-local", ...seek("until") })),
          people, clear)),
      h("div", { class: "bar" },
        h("input", { type: "search", name: "filter", value: this.#words, placeholder: t("log.filter"), "aria-label": t("log.filter"), oninput: (event) => { this.#words = event.target.value; this.#list(); } }),
        pager),
      told, list);
    this.#show();
  }

  /** What was found, and the ways on from there. */
  #show() {
    const found = this.#found;
    const { people, clear, told, pager, list } = this.#parts;
    clear.hidden = !Object.keys(this.#sought).length;
    put(told);
    put(pager);
    if (!found) return void put(list, this.#refused && h("p", {}, why(this.#refused)));
    const [first, last] = [found.events[0]?.version, found.events.at(-1)?.version];
    const newest = this.#at.before === NEWEST;
    const way = (word, on, at) => h("button", { type: "button", name: word, disabled: !on, onclick: () => this.#turn(at) }, t(`log.${word}`));
    put(pager,
      h("button", { type: "button", name: "newest", onclick: () => this.#turn({ before: NEWEST }) }, t("log.newest")),
      way("newer", last !== undefined && ("after" in this.#at ? found.more : !newest), { after: last }),
      way("older", first !== undefined && ("after" in this.#at || found.more), { before: first }));
    put(told, t("log.events", { n: money(found.head.version), hash: short(found.head.hash) }), found.rulebooks.length > 0 && ` · ${[...new Set(found.rulebooks.map((one) => one.name))].join(", ")}`);
    put(people, [...new Set(found.events.flatMap((event) => [event.person, event.body.patron]).filter(Boolean))].sort().map((name) => h("option", { value: name })));
    this.#list();
  }

  #list() {
    if (!this.#found) return;
    const events = [...this.#found.events].reverse().filter((event) => this.#matches(event));
    put(this.#parts.list, events.length ? h("table", { class: "figures events" },
      h("thead", {}, h("tr", {}, ["№", t("log.at"), t("log.by"), t("log.kind"), t("log.paragraph"), t("log.hash")].map((word, at) => h("th", { class: at === 0 && "num" }, word)))),
      h("tbody", {}, events.map((event, at) => [this.#headings(event, events[at - 1]), this.#row(event)]))) : h("p", { class: "quiet-text" }, t("log.nothing")));
  }

  #matches(event) {
    const text = [event.kind, kindName(event.kind), whoOf(event), event.by, rankName(event.by), event.acting, [...event.cites, ...event.grounds].join(" "), this.#rulesAt(event.version)?.name, event.hash, summary(event, this.#bookAt(event.version).names)].join(" ").toLowerCase();
    return this.#words.toLowerCase().split(/\s+/).every((word) => text.includes(word));
  }

  /** A line where the day or the round is another than in the row above. */
  #headings(event, above) {
    const line = (kind, ...inner) => h("tr", { class: kind }, h("th", { colspan: COLUMNS, scope: "rowgroup" }, inner));
    return [
      (!above || dateOf(above.at) !== dateOf(event.at)) && line("day", dateOf(event.at)),
      event.coup && event.coup !== above?.coup && line("round", this.#sought.coup ? t("round.n", { n: event.coup })
        : h("button", { type: "button", class: "quiet", title: t("log.only", { n: event.coup }), onclick: () => this.#seek("coup", String(event.coup)) }, t("round.n", { n: event.coup }))),
    ];
  }

  #row(event) {
    const { texts, names } = this.#bookAt(event.version);
    const more = h("tr", { class: "more", hidden: true }, h("td", { colspan: COLUMNS }));
    const open = (pressed) => {
      more.hidden = !more.hidden;
      pressed.currentTarget.setAttribute("aria-expanded", String(!more.hidden));
      if (!more.hidden && !more.firstChild.firstChild) put(more.firstChild, this.#detail(event));
    };
    const tag = (cite, looked) => h("span", { class: ["tag", looked && "looked-up"], lang: "en", title: texts[cite] ?? "" }, `§ ${cite}`);
    return [
      h("tr", { class: "event", data: { version: event.version } },
        h("td", { class: "num" }, h("button", { type: "button", class: "quiet number", "aria-expanded": "false", onclick: open }, event.version)),
        h("td", { class: "time" }, timeOf(event.at)),
        h("td", { class: "who" }, this.#who(event)),
        h("td", { class: "what" }, h("b", {}, kindName(event.kind)), h("div", { class: "small quiet-text clip" }, summary(event, names))),
        h("td", { class: "cites" }, event.cites.map((cite) => tag(cite, false)), event.grounds.map((cite) => tag(cite, true))),
        h("td", { class: "hash" }, h("code", {}, short(event.hash)))),
      more,
    ];
  }

  /** The person, and beneath it the rank they did it with. */
  #who(event) {
    return [
      h("span", { class: event.person ? "person" : "automatic" }, whoOf(event)),
      event.by && h("span", { class: "small quiet-text rank" }, rankName(event.by)),
      event.acting && h("span", { class: "small quiet-text rank" }, t("audit.acting", { rank: rankName(event.acting) })),
    ];
  }

  #detail(event) {
    const rules = this.#rulesAt(event.version);
    const { texts } = this.#bookAt(event.version);
    const cite = (number) => h("p", { class: "small" }, h("b", { lang: "en" }, `§ ${number}`), " ", says(texts[number]), " ", rules && h("span", { class: "tag" }, rules.name));
    return [
      h("p", { class: "small when" }, h("b", {}, whoOf(event)), event.by && ` (${rankName(event.by)})`, " · ", h("time", { datetime: event.at }, dateOf(event.at), " ", timeOf(event.at))),
      event.cites.map(cite), event.grounds.map(cite),
      event.grounds.length > 0 && h("p", { class: "small quiet-text" }, t("log.grounds")),
      h("pre", {}, JSON.stringify(event.body, null, 1)),
      event.postings.length > 0 && h("p", { class: "small" }, h("b", {}, t("log.postings")), " ", event.postings.map(([account, amount], at) => [at > 0 && " · ", h("code", {}, account), ` ${signed(amount)}`])),
      h("p", { class: "small hashes" }, h("b", {}, t("log.hash")), " ", h("code", {}, event.hash), h("br"), h("b", {}, t("log.before")), " ", h("code", {}, event.previous_hash)),
    ];
  }
}
