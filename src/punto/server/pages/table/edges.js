// The exact edge of every bet at this table: by its edition, its decks and the commission of its sign.

import { ApiError, get } from "../lib/api.js";
import { t } from "../lib/i18n.js";
import { say } from "../lib/toast.js";

/** Figures that could not be had are not asked for again before this. */
const AGAIN_MS = 15_000;

export class Edges {
  /** @type {{address: string, bets: Map<string, Api.BetWorth>} | null} */
  #figures = null;
  /** @type {{address: string, answer: Promise<void>} | null} */
  #pending = null;

  /** @param {import("./room.js").Room} room */
  constructor(room) {
    this.room = room;
  }

  /** The decks the figures are for: those in the shoe, or those of the next one. */
  get decks() {
    const { shoe, sign } = this.room.view;
    return shoe?.decks ?? sign?.decks ?? 0;
  }

  /** Where they can be had; nowhere for a table that is closed. Another address is another table's figures. */
  get #address() {
    const { view: { sign }, felt } = this.room;
    if (!sign) return null;
    const query = new URLSearchParams({ decks: String(this.decks) });
    if (felt.commission && sign.commission) query.set("commission", sign.commission);
    return /** @type {const} */ (`/api/odds/${encodeURIComponent(sign.rulebook)}?${query}`);
  }

  /** A bet's figures, if they are known. @param {string} bet */
  of(bet) {
    return this.#figures?.address === this.#address ? this.#figures?.bets.get(bet) : undefined;
  }

  /** Ask for them, unless they are known or under way. @returns {Promise<void>} */
  ask() {
    const address = this.#address;
    if (!address || this.#figures?.address === address) return Promise.resolve();
    if (this.#pending?.address !== address) this.#pending = { address, answer: this.#get(address) };
    return this.#pending.answer;
  }

  /** @param {`/api/odds/${string}?${string}`} address */
  async #get(address) {
    try {
      const { bets } = await get(address);
      this.#figures = { address, bets: new Map(bets.map((bet) => [bet.bet, bet])) };
      this.room.draw();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      say(t("edge.none"));
      setTimeout(() => { this.#pending = null; }, AGAIN_MS);
    }
  }
}
