// Which hand or winner a bet leans to, found from what it asks and never from its name.

/** @typedef {Api.BetView} Bet */

/** The rows that pay something. @param {Bet} bet */
export const paying = (bet) => bet.pays.filter((row) => row.odds !== "push");

/** @param {Bet} bet */
const facts = (bet) => paying(bet).flatMap((row) => Object.keys(row.when));

/** The one hand whose first cards alone decide a bet. @param {Bet} bet @returns {Api.Side | undefined} */
export function handOf(bet) {
  const conditions = facts(bet);
  return /** @type {const} */ (["player", "banker"]).find((side) => conditions.length && conditions.every((fact) => fact.startsWith(`${side}_`)));
}

/** Which colour a bet wears: that of the hand or winner all its rows ask for. @param {Bet} bet @returns {string} */
export function leaning(bet) {
  if (bet.hand) return bet.hand;
  const hand = handOf(bet);
  if (hand) return hand;
  const winners = new Set(paying(bet).flatMap((row) => row.when.winner ?? ["any"]));
  return winners.size === 1 && !winners.has("any") ? String([...winners][0]) : "any";
}
