// The dealer's end of the table: the call, the countdown, both hands and what they count.

import "../lib/countdown.js";
import { h } from "../lib/element.js";
import { put } from "../lib/put.js";
import { t } from "../lib/i18n.js";
import { Asking } from "./asking.js";
import { Hand } from "./hand.js";

export class Top {
  /** @param {HTMLElement} place @param {import("./table.js").Room} room */
  constructor(place, room) {
    this.room = room;
    this.call = h("p", { class: "call" });
    this.round = h("p", { class: "round" });
    this.countdown = document.createElement("punto-countdown");
    this.asking = new Asking(room);
    this.hands = { player: new Hand("player", room), banker: new Hand("banker", room) };
    put(place, h("div", { class: "top" },
      this.hands.player.element,
      h("div", { class: "centre" }, this.round, this.call, this.countdown, this.asking.button),
      this.hands.banker.element));
  }

  update() {
    const { view, veiled } = this.room;
    const coup = view.coup;
    const said = [coup && t("round.n", { n: coup.number }), view.shoe && (view.shoe.last_coup ? t("call.last") : t("cards.left", { n: view.shoe.cards_left }))];
    this.round.textContent = said.filter(Boolean).join(" · ");
    const call = this.room.call();
    if (this.call.textContent !== call) this.call.textContent = call;
    const settled = this.room.settlement;
    this.call.className = ["call", settled && view.phase !== "betting" ? settled.winner : ""].join(" ");
    const waits = view.next?.waits_for;
    this.countdown.until = veiled ? coup.squeeze.until : ["bets", "choice"].includes(waits) ? view.next.at : view.insurance_until ?? (waits === "insurance" ? view.next.at : null);
    this.asking.update();
    for (const side of ["player", "banker"]) {
      this.hands[side].update(coup ? coup[side] : [], coup?.[`${side}_points`], settled?.winner);
    }
  }
}
