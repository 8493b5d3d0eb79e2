// A table's shoes: each closed one can be held here to what was promised before its first bet.

import { h, put } from "/assets/lib/element.js";
import { add, t } from "/assets/lib/i18n.js";
import { sayRefused } from "/assets/lib/toast.js";
import { shoesOf, verifyShoe, wholeLog } from "/assets/audit.verify.js";

add({
  en: {
    "audit.shoes": "Shoes", "audit.shoe": "Shoe {n}", "audit.shoe.verify": "Verify", "audit.shoe.open": "still in use: its order is sealed", "audit.shoe.physical": "real cards: nothing to verify", "audit.shoe.promised": "Promised",
    "audit.shoe.kept": "The revealed order gives the promised hash.", "audit.shoe.not.kept": "The revealed order does NOT give the promised hash.", "audit.shoe.followed": "All {n} cards that came out follow that order.",
    "audit.shoe.not.followed": "The cards that came out do NOT follow that order.", "audit.shoe.complete": "It holds {n} whole decks.", "audit.shoe.not.complete": "It does NOT hold {n} whole decks.", "audit.shoe.none": "No shoe yet.", "audit.shoe.load": "Read the shoes from the log",
    "audit.order": "Order",
  },
  zh: {
    "audit.shoes": "牌靴", "audit.shoe": "第 {n} 靴", "audit.shoe.verify": "驗證", "audit.shoe.open": "使用中：牌序已封存", "audit.shoe.physical": "實體牌：無須驗證", "audit.shoe.promised": "承諾值",
    "audit.shoe.kept": "公開的牌序與承諾值相符。", "audit.shoe.not.kept": "公開的牌序與承諾值不符！", "audit.shoe.followed": "派出的 {n} 張牌均按此次序。", "audit.shoe.not.followed": "派出的牌不按此次序！", "audit.shoe.complete": "共 {n} 副完整的牌。",
    "audit.shoe.not.complete": "並非 {n} 副完整的牌！", "audit.shoe.none": "尚無牌靴。", "audit.shoe.load": "由紀錄讀取牌靴", "audit.order": "牌序",
  },
});

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
