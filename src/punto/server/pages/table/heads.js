// The house's signed heads, as a patron keeps them: shown, kept in this browser, and compared with later ones.

import { ApiError, get, post } from "../lib/api.js";
import { draw } from "../lib/draw.js";
import { h } from "../lib/element.js";
import { t, whenSpoken } from "../lib/i18n.js";
import { contradicted, rewritten, toAsk, withLine } from "../lib/kept-heads.js";
import { dayAndTime } from "../lib/moment.js";
import { headsDigest, headsMessage, signatureHolds } from "../lib/signatures.js";

/** @typedef {import("../lib/kept-heads.js").Contradiction} Contradiction */
/** @typedef {{lines: Api.SignedHeads[], keys: string[], found: Contradiction[]}} KeptHeads */

const PLACE = "punto.heads";
const AGAIN_MS = 180_000;
const MOST_TOLD = 20;

/** @returns {KeptHeads} */
function read() {
  try {
    return { lines: [], keys: [], "found": [], .../** @type {Partial<KeptHeads>} */ (JSON.parse(localStorage.getItem(PLACE) ?? "{}")) };
  } catch {
    return { lines: [], keys: [], "found": [] };
  }
}

class Heads {
  #store = read();
  /** @type {{digest: string, holds: boolean | null} | null} of the newest line */
  #newest = null;
  /** @type {(() => void)[]} what shows them, each felt of this page */
  #redraws = [];
  #notice;

  /** @param {HTMLElement} notice where a contradiction is shown, and stays */
  constructor(notice) {
    this.#notice = notice;
    this.#tell();
    whenSpoken(() => this.#tell());
    void this.look();
    setInterval(() => this.look(), AGAIN_MS);
  }

  /** @param {() => void} redraw called when there is something new to show */
  subscribe(redraw) {
    this.#redraws.push(redraw);
  }

  /** The key that the house signs with now. */
  get key() {
    return this.#store.lines.at(-1)?.key ?? "";
  }

  /** Fetch the newest, compare it with the lines kept, and keep it. */
  async look() {
    try {
      const line = await get("/api/heads");
      const { lines } = this.#store;
      const contradictions = contradicted(lines, line);
      for (const heads of toAsk(lines)) {
        const answer = await post("/api/heads/held", { heads });
        contradictions.push(...answer.contradicted.map((head) => rewritten(lines, head)));
      }
      this.#newest = { digest: await headsDigest(line), holds: await signatureHolds(line, headsMessage(line)) };
      this.#keep(line, contradictions);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error; // It is asked again.
    }
  }

  /** @param {Api.SignedHeads} line @param {Contradiction[]} contradictions */
  #keep(line, contradictions) {
    const before = this.#store;
    const all = new Map([...contradictions, ...before.found].map((contradiction) => [`${contradiction.table} ${contradiction.version}`, contradiction]));
    this.#store = {
      lines: withLine(before.lines, line),
      keys: before.keys.includes(line.key) ? before.keys : [...before.keys, line.key],
      "found": [...all.values()].slice(0, MOST_TOLD),
    };
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.#store));
    } catch {
      this.#store.lines = this.#store.lines.slice(-10); // There is little room here: the newest are kept.
    }
    this.#tell();
    for (const redraw of this.#redraws) redraw();
  }

  #tell() {
    const { found: contradictions } = this.#store;
    const wrong = this.#newest?.holds === false;
    draw(this.#notice, (contradictions.length > 0 || wrong) && [
      h("p", {}, h("b", {}, t(contradictions.length ? "heads.contradicted" : "heads.forged"))),
      contradictions.map((contradiction) => h("p", { class: "small", key: `${contradiction.table} ${contradiction.version}` }, t(`heads.how.${contradiction.how}`, { log: contradiction.table, n: contradiction.version, at: dayAndTime(contradiction.at) }))),
      h("p", { class: "small" }, t("heads.show.it"), " ", this.#save()),
    ]);
  }

  /** A file for whoever audits the house. */
  #save() {
    const text = this.#store.lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    return h("a", { class: "heads-save", download: "heads.jsonl", href: `data:application/jsonl;charset=utf-8,${encodeURIComponent(text)}` }, t("heads.save", { count: this.#store.lines.length }));
  }

  view() {
    const line = this.#store.lines.at(-1);
    const newest = this.#newest;
    if (!line || !newest) return null;
    const checked = newest.holds === null ? "heads.unchecked" : newest.holds ? "heads.checked" : "heads.forged";
    return h("details", { class: "heads", key: "heads" },
      h("summary", { class: "small" }, t("heads.title"), " ", h("code", {}, newest.digest.slice(0, 16))),
      h("p", { class: "small" }, t("heads.why")),
      h("p", { class: "small" }, t("heads.at", { at: dayAndTime(line.at), logs: line.heads.length }), " ", t(checked)),
      h("p", { class: "small" }, t("heads.key"), " ", h("code", {}, line.key)),
      this.#store.keys.length > 1 && h("p", { class: "small warn" }, t("heads.keys", { n: this.#store.keys.length })),
      h("p", { class: "small" }, this.#save()));
  }
}

/** @type {Heads | undefined} */
let own;

/** The heads of this page's house: kept and looked at once, however many felts stand side by side. */
export const houseHeads = () => (own ??= new Heads(/** @type {HTMLElement} */ (document.getElementById("contradiction"))));
