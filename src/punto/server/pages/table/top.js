// The dealer's end of the table: the call, the countdown, both hands and what they count.

import "../lib/countdown.js";
import { h } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { Asking } from "./asking.js";
import { Hand } from "./hand.js";
import { callOf, lengthOf } from "./call.js";

export class Top {
  /** @param {import("./room.js").Room} room @param {HTMLDialogElement} dialog where squeezes are asked for */
  constructor(room, dialog) {
    this.room = room;
    this.asking = new Asking(room, dialog);
    this.player = new Hand("player", room);
    this.banker = new Hand("banker", room);
  }

  view() {
    const { view, settlement } = this.room;
    const { coup, shoe } = view;
    const left = shoe && (shoe.last_coup ? t("call.last") : t("cards.left", { n: shoe.cards_left }));
    const winner = settlement?.winner;
    const calls = callOf(this.room);
    const waits = !coup?.player.length && !coup?.banker.length;
    return h("div", { class: ["top", waits && "waits"] },
      this.player.view(coup?.player ?? [], coup?.player_points, winner),
      h("div", { class: "centre" },
        h("p", { class: "round" }, [coup && t("round.n", { n: coup.number }), left].filter(Boolean).join(" · ")),
        h("p", { class: ["call", view.phase !== "betting" && winner, lengthOf(calls)], key: `call ${calls}` }, h("span", {}, calls)),
        h("punto-countdown", { props: { until: this.#until() } }),
        this.room.mixing.view(),
        this.asking.button()),
      this.banker.view(coup?.banker ?? [], coup?.banker_points, winner),
      waits && h("div", { class: "stage-road", key: "road", "aria-hidden": "true" }, h("punto-roads", { show: "big_road counts", columns: 16, props: { data: this.room.roads } })));
  }

  /** What the countdown runs to. */
  #until() {
    const { view, veil, online } = this.room;
    if (!online) return null;
    if (veil.until) return veil.until;
    const { next, insurance_until: insurance } = view;
    if (next && ["bets", "choice", "cut", "mixing"].includes(next.waits_for)) return next.at;
    return insurance ?? (next?.waits_for === "insurance" ? next.at : null);
  }
}
