// The dealer's end of the table: the call, the countdown, both hands and what they count.

import { command } from "../lib/api.js";
import "../lib/countdown.js";
import { h, put } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { sayRefused } from "../lib/toast.js";
import { Hand } from "./hand.js";

/** What may be squeezed, and the place in the round of the card that must not be drawn yet. */
const CARDS = [["player", 1], ["banker", 2], ["player_third", 5], ["banker_third", 6]];

export class Top {
  /** @param {HTMLElement} place @param {import("../table.js").Room} room */
  constructor(place, room) {
    this.room = room;
    this.call = h("p", { class: "call" });
    this.round = h("p", { class: "round" });
    this.countdown = document.createElement("punto-countdown");
    this.ask = h("button", { type: "button", class: "ask", hidden: true, onclick: () => this.#askAll() });
    this.hands = { player: new Hand("player", room), banker: new Hand("banker", room) };
    put(place, h("div", { class: "top" },
      this.hands.player.element,
      h("div", { class: "centre" }, this.round, this.call, this.countdown, this.ask),
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
    this.#offerSqueeze();
    for (const side of ["player", "banker"]) {
      this.hands[side].update(coup ? coup[side] : [], coup?.[`${side}_points`], settled?.winner);
    }
  }

  /** Who has the right may ask, for the cards still to come of the hands they bet on. */
  #offerSqueeze() {
    const { view, me, plays, felt, myBets } = this.room;
    const coup = view.coup;
    const right = plays && coup?.squeezer === me.name && (view.phase === "betting" || view.phase === "dealing");
    const drawn = coup ? coup.player.length + coup.banker.length : 0;
    const hands = new Set(myBets.map((one) => felt.bets.find((bet) => bet.id === one.bet)?.hand));
    const open = right ? CARDS.filter(([card, place]) => drawn < place && hands.has(card.split("_")[0])).map(([card]) => card) : [];
    this.asking = open.filter((card) => !coup.squeezes.includes(card));
    this.ask.hidden = open.length === 0;
    this.ask.disabled = this.asking.length === 0;
    this.ask.setAttribute("aria-pressed", String(this.asking.length === 0));
    this.ask.textContent = t(this.asking.length ? "squeeze.ask" : "squeeze.right");
  }

  async #askAll() {
    const { id, me, view } = this.room;
    try {
      for (const card of this.asking) await command(id, "squeeze", { patron: me.name, card }, view.version);
    } catch (error) {
      sayRefused(error);
    }
  }
}
