// What a rulebook's bets are worth from any shoe: worked out in the page where it can be, else asked of the server.

import { get } from "../lib/api.js";
import { Unpriceable, fresh, ofRanks } from "../lib/card-counts.js";
import { SIGNS } from "../lib/composition.js";
import { loadKernel } from "../lib/kernel.js";
import { priceSheet } from "../lib/pricing.js";

/** @typedef {import("../lib/kernel.js").Kernel} Kernel */
/** @typedef {import("../lib/composition.js").Shoe} Shoe */

/** One for all rulebooks; null where this browser or this house has none. @type {Promise<Kernel | null> | null} */
let kernel = null;

export class Pricer {
  #name;
  /** What the page prices with, once it is here. @type {{plan: Api.PricingPlan, kernel: Kernel} | null} */
  #tools = null;

  /** @param {string} id of the rulebook @param {() => void} onLocal once the page can count by itself */
  constructor(id, onLocal) {
    this.#name = encodeURIComponent(id);
    this.#load().then(() => { if (this.local) onLocal(); });
  }

  /** Whether figures come from the page itself. */
  get local() {
    return this.#tools !== null;
  }

  /** @param {Shoe} shoe @param {number} decks @returns {Promise<Api.SheetFigures>} */
  async sheet(shoe, decks) {
    return this.#inPage(shoe, decks) ?? await this.#fromServer(shoe, decks);
  }

  async #load() {
    kernel ??= loadKernel().catch(() => null);
    const loaded = await kernel;
    const plan = loaded && await get(`/api/odds/${this.#name}/plan`).catch(() => null);
    if (loaded && plan) this.#tools = { plan, kernel: loaded };
  }

  /** Null where the page cannot; a shoe that cannot be priced is the server's to refuse, in a sentence. @param {Shoe} shoe @param {number} decks */
  #inPage(shoe, decks) {
    if (!this.#tools) return null;
    const { plan, kernel: core } = this.#tools;
    try {
      const counts = shoe.fresh ? fresh(decks) : ofRanks(SIGNS.map((sign) => shoe.counts[sign]));
      return priceSheet(plan, core, { counts, decks: shoe.fresh ? decks : null });
    } catch (error) {
      if (error instanceof Unpriceable) return null;
      throw error;
    }
  }

  /** @param {Shoe} shoe @param {number} decks */
  #fromServer(shoe, decks) {
    const query = shoe.fresh ? `decks=${decks}` : `composition=${encodeURIComponent(shoe.text)}`;
    return get(`/api/odds/${this.#name}?${query}`);
  }
}
