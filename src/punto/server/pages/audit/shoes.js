// A table's shoes: each closed one can be held here to what was promised before its first bet.

import { h } from "../lib/element.js";
import { put } from "../lib/put.js";
import { t } from "../lib/i18n.js";
import { sayRefused } from "../lib/toast.js";
import { shoesOf, verifyShoe, wholeLog } from "./verify.js";

const verdict = (found, yes, no, values) => h("li", { class: found ? "yes" : "no" }, found ? "✓ " : "✗ ", t(found ? yes : no, values));

export class Shoes {
  element = h("section", { class: "panel shoes" });
  #table = "";
  #shoes = null;
  #results = {};

  open(table) {
    this.#table = table;
    this.#shoes = null;
    this.#results = {};
    this.draw();
  }

  /** The whole log is read for them, so only when somebody asks. */
  async #read() {
    const table = this.#table;
    try {
      const shoes = shoesOf((await wholeLog(table)).records);
      if (table !== this.#table) return; // Another table is looked at by now.
      this.#shoes = shoes;
      this.draw();
    } catch (error) {
      sayRefused(error);
    }
  }

  async #verify(shoe) {
    this.#results[shoe.number] = await verifyShoe(shoe);
    this.draw();
  }

  draw() {
    put(this.element, h("h2", {}, t("audit.shoes")),
      !this.#shoes && h("button", { type: "button", name: "shoes", onclick: () => this.#read() }, t("audit.shoe.load")),
      this.#shoes && !this.#shoes.length && h("p", { class: "quiet-text" }, t("audit.shoe.none")),
      [...(this.#shoes ?? [])].reverse().map((shoe) => this.#shoe(shoe)));
  }

  #shoe(shoe) {
    const found = this.#results[shoe.number];
    return h("article", { class: "shoe", data: { shoe: shoe.number } },
      h("h3", {}, t("audit.shoe", { n: shoe.number })),
      shoe.source === "physical" ? h("p", { class: "small quiet-text" }, t("audit.shoe.physical"))
        : [h("p", { class: "small" }, t("audit.shoe.promised"), " ", h("code", {}, shoe.commitment)),
          shoe.order === null ? h("p", { class: "small quiet-text" }, t("audit.shoe.open"))
            : h("button", { type: "button", name: "verify-shoe", onclick: () => this.#verify(shoe) }, t("audit.shoe.verify"))],
      found && h("ul", { class: "verdict" },
        verdict(found.kept, "audit.shoe.kept", "audit.shoe.not.kept"),
        verdict(found.followed, "audit.shoe.followed", "audit.shoe.not.followed", { n: found.dealt }),
        verdict(found.whole, "audit.shoe.complete", "audit.shoe.not.complete", { n: shoe.decks })),
      found && h("details", {}, h("summary", { class: "small" }, t("audit.order")), h("p", { class: "order small" }, shoe.order), h("p", { class: "order small" }, h("code", {}, shoe.salt))));
  }
}
