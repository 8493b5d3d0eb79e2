// The figures of a shoe, worked out in the page: the part of the pricer that is fetched after the first figures stand.

import { Unpriceable, fresh, ofRanks } from "../lib/card-counts.js";
import { SIGNS } from "../lib/composition.js";
import { priceSheet } from "../lib/pricing.js";

export { loadKernel } from "../lib/kernel.js";

/** Null for a shoe that cannot be priced. @param {Api.PricingPlan} plan @param {import("../lib/kernel.js").Kernel} kernel @param {import("../lib/composition.js").Shoe} shoe @param {number} decks */
export function sheetOf(plan, kernel, shoe, decks) {
  try {
    const counts = shoe.fresh ? fresh(decks) : ofRanks(SIGNS.map((sign) => shoe.counts[sign]));
    return priceSheet(plan, kernel, { counts, decks: shoe.fresh ? decks : null });
  } catch (error) {
    if (error instanceof Unpriceable) return null;
    throw error;
  }
}
