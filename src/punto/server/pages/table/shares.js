// Shares of a shoe and of a table's money, in whole per cent that add up to a hundred.

import { leaning } from "../lib/leaning.js";

/** @typedef {{banker: number, player: number, tie: number}} Three */

const SIDES = /** @type {const} */ (["banker", "player", "tie"]);

/** Per cent of the whole; what is left over by rounding down goes to the largest remainders. @param {Partial<Record<string, number>>} counts @returns {Three} */
export function sharesOf(counts) {
  const of = SIDES.map((side) => counts[side] ?? 0);
  const all = of.reduce((sum, one) => sum + one, 0);
  if (!all) return { banker: 0, player: 0, tie: 0 };
  const whole = of.map((one) => Math.floor((one * 100) / all));
  const rest = of.map((one, at) => ({ at, left: (one * 100) % all })).toSorted((one, two) => two.left - one.left || one.at - two.at);
  const short = 100 - whole.reduce((sum, one) => sum + one, 0);
  for (const { at } of rest.slice(0, short)) whole[at] += 1;
  return { banker: whole[0], player: whole[1], tie: whole[2] };
}

/** What lies on each hand and on bets that a tie wins. @param {Api.BetView[]} bets @param {Pick<Api.LaidBet, "bet" | "stake">[]} laid @returns {Three} */
export function moneyOn(bets, laid) {
  const on = { banker: 0, player: 0, tie: 0 };
  for (const { bet, stake } of laid) {
    const known = bets.find((one) => one.id === bet);
    const side = known && (known.hand ?? (leaning(known) === "tie" ? "tie" : null));
    if (side) on[side] += stake;
  }
  return on;
}
