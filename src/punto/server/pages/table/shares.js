// Shares of a shoe and of a table's money, in whole per cent that add up to a hundred.

import { leaning } from "../lib/leaning.js";

/** @typedef {{banker: number, player: number, tie: number}} Three */

const SIDES = /** @type {const} */ (["banker", "player", "tie"]);

/** Per cent of the whole; what is left over by rounding down goes to the largest remainders. @param {Partial<Record<string, number>>} counts @returns {Three} */
export function sharesOf(counts) {
  const of = SIDES.map((side) => counts[side] ?? 0);
  const all = of.reduce((sum, count) => sum + count, 0);
  if (!all) return { banker: 0, player: 0, tie: 0 };
  const whole = of.map((count) => Math.floor((count * 100) / all));
  const rest = of.map((count, at) => ({ at, left: (count * 100) % all })).toSorted((first, second) => second.left - first.left || first.at - second.at);
  const short = 100 - whole.reduce((sum, share) => sum + share, 0);
  for (const { at } of rest.slice(0, short)) whole[at] += 1;
  return { banker: whole[0], player: whole[1], tie: whole[2] };
}

/** What lies on each hand and on bets that a tie wins. @param {Api.BetView[]} bets @param {Pick<Api.LaidBet, "bet" | "stake">[]} laidBets @returns {Three} */
export function moneyOn(bets, laidBets) {
  const on = { banker: 0, player: 0, tie: 0 };
  for (const { bet, stake } of laidBets) {
    const betView = bets.find((row) => row.id === bet);
    const side = betView && (betView.hand ?? (leaning(betView) === "tie" ? "tie" : null));
    if (side) on[side] += stake;
  }
  return on;
}
