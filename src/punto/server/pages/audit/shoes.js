// A table's shoes: a closed one can be verified here against the commitment published before its first bet.

import { ApiError } from "../lib/api.js";
import { h } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { sayRefused } from "../lib/toast.js";
import { shoesOf, verifyShoe, wholeLog } from "./verify.js";

/** @typedef {import("../lib/shoes.js").Shoe} Shoe */
/** @typedef {Awaited<ReturnType<typeof verifyShoe>>} ShoeCheck */

/** @param {boolean} holds @param {Words.Key} yes @param {Words.Key} no @param {Record<string, number>} [values] */
const verdict = (holds, yes, no, values) => h("li", { class: holds ? "yes" : "no", key: yes }, holds ? "✓ " : "✗ ", t(holds ? yes : no, values));

export class Shoes {
  #table = "";
  /** @type {Shoe[] | null} */
  #shoes = null;
  /** @type {Map<number, ShoeCheck>} by the number of the shoe */
  #results = new Map();
  #redraw;

  /** @param {() => void} redraw called when something was read or verified */
  constructor(redraw) {
    this.#redraw = redraw;
  }

  /** @param {string} table */
  open(table) {
    this.#table = table;
    this.#shoes = null;
    this.#results = new Map();
    this.#redraw();
  }

  /** Reads the whole log, so only on request. */
  async #read() {
    const table = this.#table;
    try {
      const shoes = shoesOf((await wholeLog(table)).records);
      if (table !== this.#table) return; // Another table is looked at by now.
      this.#shoes = shoes;
      this.#redraw();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      sayRefused(error);
    }
  }

  /** @param {Shoe} shoe */
  async #verify(shoe) {
    this.#results.set(shoe.number, await verifyShoe(shoe));
    this.#redraw();
  }

  view() {
    return h("section", { class: "panel shoes" },
      h("h2", {}, t("audit.shoes")),
      !this.#shoes && h("button", { type: "button", name: "shoes", onclick: () => this.#read() }, t("audit.shoe.load")),
      this.#shoes && !this.#shoes.length && h("p", { class: "quiet-text" }, t("audit.shoe.none")),
      this.#shoes?.toReversed().map((shoe) => this.#shoe(shoe)));
  }

  /** @param {Shoe} shoe */
  #shoe(shoe) {
    const result = this.#results.get(shoe.number);
    return h("article", { class: "shoe", key: shoe.number, data: { shoe: shoe.number } },
      h("h3", {}, t("audit.shoe", { n: shoe.number })),
      shoe.source === "physical" ? h("p", { class: "small quiet-text" }, t("audit.shoe.physical")) : this.#promise(shoe),
      result && h("ul", { class: "verdict" },
        verdict(result.sealHolds, "audit.shoe.kept", "audit.shoe.not.kept"),
        verdict(result.followed, "audit.shoe.followed", "audit.shoe.not.followed", { n: result.dealt }),
        verdict(result.whole, "audit.shoe.complete", "audit.shoe.not.complete", { n: shoe.decks })),
      result && h("details", {},
        h("summary", { class: "small" }, t("audit.order")),
        h("p", { class: "order small" }, shoe.order),
        h("p", { class: "order small" }, h("code", {}, shoe.salt))));
  }

  /** @param {Shoe} shoe */
  #promise(shoe) {
    return [
      h("p", { class: "small" }, t("audit.shoe.promised"), " ", h("code", {}, shoe.commitment)),
      shoe.order === null ? h("p", { class: "small quiet-text" }, t("audit.shoe.open"))
        : h("button", { type: "button", name: "verify-shoe", onclick: () => this.#verify(shoe) }, t("audit.shoe.verify")),
    ];
  }
}
