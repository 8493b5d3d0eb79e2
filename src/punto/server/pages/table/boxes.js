// The boxes along the table's edge: who sits where, what lies there, and which one is mine.

import { stack } from "../lib/chips.js";
import { h } from "../lib/element.js";
import { put } from "../lib/put.js";
import { pick, t } from "../lib/i18n.js";
import { money } from "../lib/money.js";

export class Boxes {
  /** @param {HTMLElement} place @param {import("./table.js").Room} room */
  constructor(place, room) {
    this.place = place;
    this.room = room;
    this.count = 0;
    place.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step || !event.target.classList.contains("box")) return;
      event.preventDefault();
      const to = ((this.room.box - 1 + step + this.count) % this.count) + 1;
      this.room.choose(to);
      this.place.querySelector(`[data-box="${to}"]`)?.focus();
    });
  }

  update() {
    const { view, box, me } = this.room;
    const count = view.sign?.boxes ?? 0;
    const bets = view.coup?.bets ?? [];
    const key = JSON.stringify([count, box, document.documentElement.lang, this.room.stanceAt(box), bets.map((one) => [one.patron, one.box, one.bet, one.stake, one.stance])]);
    if (key === this.key) return;
    this.key = key;
    this.count = count;
    const focused = document.activeElement?.dataset?.box;
    const numbers = Array.from({ length: count }, (_, place) => place + 1);
    put(this.place, h("div", { class: "boxes", role: "radiogroup", "aria-label": t("boxes.label"), style: { "--count": String(count) } },
      numbers.map((number) => this.#box(number, bets.filter((one) => one.box === number), number === box, me, count))));
    if (focused) this.place.querySelector(`[data-box="${focused}"]`)?.focus();
  }

  #box(number, bets, chosen, me, count) {
    const { felt } = this.room;
    const seated = bets.find((one) => one.stance === "seated")?.patron;
    const standing = [...new Set(bets.filter((one) => one.stance === "standing").map((one) => one.patron))];
    const hand = (id) => felt.bets.find((bet) => bet.id === id)?.hand;
    const sums = ["player", "banker", "other"].map((kind) => [kind, bets.filter((one) => (hand(one.bet) ?? "other") === kind).reduce((sum, one) => sum + one.stake, 0)]);
    const mine = bets.some((one) => one.patron === me.name);
    const who = seated ? t("box.sits", { who: seated }) : t("box.free");
    const told = bets.map((one) => `${one.patron}: ${pick(felt.bets.find((bet) => bet.id === one.bet)?.name)} ${money(one.stake)}`).join(", ");
    // Boxes lie on a bow, the middle ones nearest to whoever looks.
    const bow = count > 1 ? 1 - ((2 * (number - 1)) / (count - 1) - 1) ** 2 : 0;
    return h("button", { type: "button", class: ["box", chosen && "chosen", mine && "mine", seated && "taken"], role: "radio", "aria-checked": String(chosen),
      tabindex: chosen ? "0" : "-1", data: { box: String(number) }, title: told || t("box.free"), style: { "--bow": String(bow) },
      "aria-label": [t("box.said", { n: number }), mine ? t("box.yours") : who, told].filter(Boolean).join(", "),
      onclick: () => this.room.choose(number) },
    h("span", { class: "number" }, number),
    h("span", { class: "sums" }, sums.filter(([, sum]) => sum).map(([kind, sum]) => h("span", { class: ["sum", kind], style: { "--signs": String(money(sum).length) } }, h("span", { class: "mini" }, stack(sum).querySelector(".layer:last-child .chip")), h("b", {}, money(sum))))),
    h("span", { class: "sitter" }, seated === me.name ? t("box.yours") : seated ?? t("box.free"), standing.length > 0 && h("i", {}, `+${standing.length}`)));
  }
}
