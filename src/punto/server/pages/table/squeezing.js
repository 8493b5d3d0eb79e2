// The squeeze as it is done: the card large over the felt, its time, and the others that wait; whoever has seen enough
// turns it for everybody.

import { ApiError, command } from "../lib/api.js";
import "../lib/countdown.js";
import { h } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { sayRefused } from "../lib/toast.js";

/** What the house says when the cards lie open already. */
const OVER = new Set(["nothing_to_turn", "no_coup"]);

export class Squeezing {
  /** The card that bends: fetched when somebody first squeezes. @type {typeof import("./squeeze.js") | null} */
  #card = null;
  #across = false;
  #turning = "";

  /** @param {import("./room.js").Room} room */
  constructor(room) {
    this.room = room;
  }

  view() {
    const { veil } = this.room;
    const cards = veil.before;
    if (!cards.length || !this.room.online) return null;
    if (!this.#card) return void this.#load();
    const { squeeze } = this.#card;
    const [{ side, place, face }, ...rest] = cards;
    return h("div", { class: ["squeeze-over", this.#across && "across"], key: "squeeze", role: "group", "aria-label": t("call.squeeze.you") },
      h("div", { class: "squeeze-head" },
        h("b", { class: side }, `${t(side)}${place === 2 ? ` · ${t("squeeze.third")}` : ""}`),
        h("punto-countdown", { props: { until: veil.until } }),
        rest.length > 0 && h("span", { class: "small" }, t("squeeze.more", { n: rest.length }))),
      h("div", { class: "squeeze-card", key: `${side}/${place}` }, squeeze(face, this.#across, () => this.room.reveal(side, place))),
      h("p", { class: "squeeze-how small" }, t("squeeze.how"), h("span", { class: "by-keys" }, " ", t("squeeze.keys"))),
      h("div", { class: "squeeze-acts" },
        h("button", { type: "button", class: "squeeze-rotate", onclick: () => { this.#across = !this.#across; this.room.draw(); } }, t("squeeze.rotate")),
        h("button", { type: "button", class: ["primary", "squeeze-turn"], onclick: () => this.turnForEverybody() }, t("squeeze.turn"))));
  }

  /** Without a connection the card is turned by the house, as for everybody; the next drawing tries again. */
  async #load() {
    this.#card = await import("./squeeze.js").catch(() => null);
    if (this.#card) this.room.draw();
  }

  /** Turns the cards for everybody, once a squeeze. */
  async turnForEverybody() {
    const { id, me, veil } = this.room;
    const until = veil.until ?? "";
    if (!until || this.#turning === until || !veil.who.includes(me.name)) return;
    this.#turning = until;
    try {
      await command(id, "turn_card", { patron: me.name });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#turning = "";
      if (!OVER.has(error.code)) sayRefused(error);
    }
  }
}
