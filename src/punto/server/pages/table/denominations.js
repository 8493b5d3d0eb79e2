// The chips worth having at a table.

import { WORTHS } from "../lib/worths.js";

const MOST_CHIPS = 6;

/** Whole smallest chips, from a fifth of the minimum to the maximum. @param {Pick<Api.Sign, "chip" | "stake_min" | "stake_max">} sign */
export function denominations(sign) {
  const fit = WORTHS.filter((worth) => worth % sign.chip === 0 && worth * 5 >= sign.stake_min && worth <= (sign.stake_max ?? Infinity));
  return fit.slice(0, MOST_CHIPS);
}
