// Chips by denomination: what they are worth, and by which two counts differ. Nothing here draws.

/** @typedef {Record<string, number>} Chips */

/** What chips are worth together; of a difference, which way it goes. @param {Chips} chips */
export const worthOf = (chips) => Object.entries(chips).reduce((sum, [worth, number]) => sum + Number(worth) * number, 0);

/** Denominations with how many of each, the highest first. @param {Chips} chips @returns {[number, number][]} */
export const highestFirst = (chips) => Object.entries(chips).map(([worth, number]) => /** @type {[number, number]} */ ([Number(worth), number])).sort((pair, other) => other[0] - pair[0]);

/** What was typed: empty fields are none. What is no whole number goes to the house as it is, and is refused there. @param {Iterable<[string, string]>} typed */
export function chipsTyped(typed) {
  /** @type {Chips} */
  const chips = {};
  for (const [worth, text] of typed) if (text.trim() !== "") chips[worth] = Number(text);
  return chips;
}
