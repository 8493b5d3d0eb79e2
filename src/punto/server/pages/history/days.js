// A patron's rounds put into days. Nothing here draws.

/** @typedef {{day: string, net: number, rounds: Api.OwnRound[]}} Day */

/** The day of a moment where the reader is, as 2026-11-18. @param {string} at */
export function dayOf(at) {
  const moment = new Date(at);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/** Rounds by day, both the newest first, with what each day came to. @param {Api.OwnRound[]} rounds @returns {Day[]} */
export function daysOf(rounds) {
  /** @type {Map<string, Api.OwnRound[]>} */
  const days = new Map();
  for (const round of rounds) days.set(dayOf(round.at), [...(days.get(dayOf(round.at)) ?? []), round]);
  return [...days].map(([day, own]) => ({ day, net: own.reduce((sum, round) => sum + round.net, 0), rounds: own }));
}

/** Older rounds after those that are known; a round that comes twice stands once. @param {Api.OwnRound[]} rounds @param {Api.OwnRound[]} older */
export function joined(rounds, older) {
  const here = new Set(rounds.map((round) => `${round.table} ${round.coup}`));
  return [...rounds, ...older.filter((round) => !here.has(`${round.table} ${round.coup}`))];
}
