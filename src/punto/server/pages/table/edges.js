// The exact edge of every bet at this table: by its edition, its decks and the commission of its sign.

import { get } from "../lib/api.js";
import { t } from "../lib/i18n.js";
import { say } from "../lib/toast.js";

/** Figures that could not be had are not asked for again before this. */
const AGAIN_MS = 15_000;

export class Edges {
  #figures = null;
  #asked = null;

  /** @param {import("./table.js").Room} room */
  constructor(room) {
    this.room = room;
  }

  /** The decks the figures are for: those in the shoe, or those of the next one. */
  get decks() {
    const { view } = this.room;
    return view.shoe?.decks ?? view.sign.decks;
  }

  /** Where they can be had. Another address is another table's figures. */
  get #address() {
    const { view, felt } = this.room;
    const query = new URLSearchParams({ decks: String(this.decks) });
    if (felt.commission && view.sign.commission) query.set("commission", view.sign.commission);
    return `/api/odds/${encodeURIComponent(view.sign.rulebook)}?${query}`;
  }

  /** A bet's figures, if they are known. @returns {{edge: string, edge_pct: number} | undefined} */
  of(bet) {
    return this.#figures?.address === this.#address ? this.#figures.bets.get(bet) : undefined;
  }

  /** Ask for them, unless they are known or under way. */
  ask() {
    const address = this.#address;
    if (this.#figures?.address === address) return Promise.resolve();
    if (this.#asked?.address !== address) this.#asked = { address, answer: this.#get(address) };
    return this.#asked.answer;
  }

  async #get(address) {
    try {
      const told = await get(address);
      this.#figures = { address, bets: new Map(told.bets.map((bet) => [bet.bet, bet])) };
      this.room.draw();
    } catch {
      say(t("edge.none"));
      setTimeout(() => { this.#asked = null; }, AGAIN_MS);
    }
  }
}
