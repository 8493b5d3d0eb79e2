// What a rulebook's bets are worth from any shoe: worked out in the page where it can be, else asked of the server.
// The first figures are the server's; what counts in the page is fetched after them.

import { get } from "../lib/api.js";

/** @typedef {import("../lib/kernel.js").Kernel} Kernel */
/** @typedef {import("../lib/composition.js").Shoe} Shoe */
/** @typedef {typeof import("./in-page.js")} InPage */

/** One for all rulebooks; null where this browser or this house has none. @type {Promise<{kernel: Kernel, inPage: InPage} | null> | null} */
let core = null;

async function loadCore() {
  const inPage = await import("./in-page.js");
  return { kernel: await inPage.loadKernel(), inPage };
}

export class Pricer {
  #name;
  /** What the page prices with, once it is here. @type {{plan: Api.PricingPlan, kernel: Kernel, inPage: InPage} | null} */
  #tools = null;

  /** @param {string} id of the rulebook */
  constructor(id) {
    this.#name = encodeURIComponent(id);
  }

  /** Whether figures come from the page itself. */
  get local() {
    return this.#tools !== null;
  }

  /** @param {Shoe} shoe @param {number} decks @returns {Promise<Api.SheetFigures>} */
  async sheet(shoe, decks) {
    return this.#inPage(shoe, decks) ?? await this.#fromServer(shoe, decks);
  }

  /** Fetch what the page counts with; `onLocal` is called once it can. @param {() => void} onLocal */
  async load(onLocal) {
    if (this.local) return;
    core ??= loadCore().catch(() => null);
    const loaded = await core;
    if (!loaded) core = null; // Lost on the line, perhaps: the next rulebook tries again.
    const plan = loaded && await get(`/api/odds/${this.#name}/plan`).catch(() => null);
    if (!loaded || !plan) return;
    this.#tools = { plan, ...loaded };
    onLocal();
  }

  /** Null where the page cannot; a shoe that cannot be priced is the server's to refuse, in a sentence. @param {Shoe} shoe @param {number} decks */
  #inPage(shoe, decks) {
    if (!this.#tools) return null;
    const { plan, kernel, inPage } = this.#tools;
    return inPage.sheetOf(plan, kernel, shoe, decks);
  }

  /** @param {Shoe} shoe @param {number} decks */
  #fromServer(shoe, decks) {
    const query = shoe.fresh ? `decks=${decks}` : `composition=${encodeURIComponent(shoe.text)}`;
    return get(`/api/odds/${this.#name}?${query}`);
  }
}
