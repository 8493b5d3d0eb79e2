// The chips worth having at a table.

import { WORTHS } from "../lib/worths.js";

const MOST_CHIPS = 6;

/**
 * The sign's chips, or the usual ones, from the least that any bet takes to the maximum. Where the house names none that fits
 * that least comes first, as one stack: a minimum of 300 is bet in one press, and a rack is never empty.
 * @param {Pick<Api.Sign, "chip" | "stake_min" | "stake_max"> & Partial<Pick<Api.Sign, "bet_limits" | "denominations">>} sign
 */
export function denominations(sign) {
  const least = Math.min(sign.stake_min, ...Object.values(sign.bet_limits ?? {}).map(([low]) => low));
  const fits = (/** @type {number} */ worth) => worth % sign.chip === 0 && worth >= least && worth <= (sign.stake_max ?? Infinity);
  const chips = (sign.denominations ?? []).toSorted((worth, other) => worth - other).filter(fits);
  const first = Math.ceil(least / sign.chip) * sign.chip;
  return (chips.length ? chips : [...new Set([first, ...WORTHS.filter(fits)])]).slice(0, MOST_CHIPS);
}
