// Where each bet lies on the felt, found from what it asks and never from its name.
//
// Banker lies above Player. Beside the plain tie lie the bets about one hand's first cards. Bets on the exact total of
// a win form a grid for each winner: Player's on the left, Banker's on the right, ties between. All others stand above.

import { handOf, paying } from "../lib/leaning.js";

/**
 * @typedef {import("../lib/leaning.js").Bet} Bet
 * @typedef {{grids: Record<"player" | "banker" | "tie", Bet[]>, above: Bet[], beside: Record<Api.Side, Bet[]>, ties: Bet[], originals: Bet[]}} Zones
 */

const SMALLEST_GRID = 4;

/** The winner and total a bet is about, if it is about exactly one of each. @param {Bet} bet */
function exactTotal(bet) {
  const [row, ...more] = paying(bet);
  if (!row || more.length || bet.hand) return null;
  const facts = Object.keys(row.when).sort().join();
  if (facts !== "points,winner" || row.when.winner.length !== 1 || row.when.points.length !== 1) return null;
  return { winner: /** @type {"player" | "banker" | "tie"} */ (row.when.winner[0]), points: Number(row.when.points[0]) };
}

/** @param {Bet} bet */
const isPlainTie = (bet) => paying(bet).some((row) => Object.keys(row.when).join() === "winner" && row.when.winner.join() === "tie");

/** @param {Bet[]} bets @returns {Zones} */
export function zonesOf(bets) {
  /** @type {Zones["grids"]} */
  const grids = { player: [], tie: [], banker: [] };
  for (const bet of bets) {
    const total = exactTotal(bet);
    if (total) grids[total.winner].push(bet);
  }
  for (const cells of Object.values(grids)) if (cells.length < SMALLEST_GRID) cells.length = 0;
  const inGrid = new Set(Object.values(grids).flat());
  const rest = bets.filter((bet) => !bet.hand && !inGrid.has(bet));
  const beside = (/** @type {Api.Side} */ side) => rest.filter((bet) => handOf(bet) === side);
  const ties = rest.filter(isPlainTie);
  const besides = { player: beside("player"), banker: beside("banker") };
  const between = [...ties, ...besides.player, ...besides.banker];
  return {
    grids,
    above: rest.filter((bet) => !between.includes(bet)),
    beside: besides,
    ties,
    originals: ["banker", "player"].flatMap((hand) => bets.filter((bet) => bet.hand === hand)),
  };
}

/** The total a grid's bet is about, for its large figure. @param {Bet} bet */
export const totalOf = (bet) => exactTotal(bet)?.points;
