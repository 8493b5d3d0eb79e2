// What rounding did to winnings: what they came to exactly, where that is not whole.

import { readOdds } from "../lib/money.js";

/** @typedef {Pick<Api.Line, "outcome" | "odds" | "effective" | "winnings" | "commission"> & {exact?: string}} Won */

/** A fraction as people write it: 12.5, or 12 1/3 where it does not end. @param {number} over @param {number} under */
export function inWords(over, under) {
  const whole = Math.floor(over / under);
  const rest = over - whole * under;
  if (rest === 0) return String(whole);
  for (let places = 1; places <= 4; places++) {
    const part = rest * 10 ** places;
    if (part % under === 0) return `${whole}.${String(part / under).padStart(places, "0")}`;
  }
  const shared = divisor(rest, under);
  return `${whole} ${rest / shared}/${under / shared}`;
}

/** @param {number} first @param {number} second @returns {number} */
const divisor = (first, second) => (second === 0 ? first : divisor(second, first % second));

/** What a line's winnings came to before they were rounded; nothing where they were whole. @param {Won} line @returns {string} */
export function exactWinnings(line) {
  if (line.outcome !== "win") return "";
  if (line.exact) {
    const [over, under = 1] = line.exact.split("/").map(Number);
    return inWords(over, under);
  }
  // Commission is taken before rounding: without the exact figure it cannot be known.
  const odds = line.commission ? null : readOdds(line.odds);
  if (!odds || (line.effective * odds.over) % odds.under === 0) return "";
  return inWords(line.effective * odds.over, odds.under);
}
