// What is known of a coup before its cards lie open: a card's rank or value at its place, a hand's two-card total.

import { POINTS, SIGNS, Unpriceable } from "./card-counts.js";

/** @typedef {import("./card-counts.js").Detail} Detail */
/** @typedef {{ranks: Record<string, number[]>, totals: Record<string, number[]>}} KnownCards ranks (1 to 13) by player1, banker1, player2, banker2; totals by player, banker */

const PLACES = ["player1", "banker1", "player2", "banker2"];
const HANDS = ["player", "banker"];
const RANKS = POINTS.map((_, at) => at + 1);

/** @type {KnownCards} */
export const NOTHING_KNOWN = { ranks: {}, totals: {} };

/** @param {KnownCards} known */
export const knowsAnything = ({ ranks, totals }) => Object.keys(ranks).length + Object.keys(totals).length > 0;

/** The detail of the cards that it looks at: one rank of the ten-valued ones is more than a value. @param {KnownCards} known @returns {Detail} */
export function asks({ ranks }) {
  const tens = Object.values(ranks).map((possibleRanks) => possibleRanks.filter((rank) => rank > 9).length);
  return tens.every((number) => number % 4 === 0) ? "totals" : "ranks";
}

/** The values of "6-9"; null for anything else. @param {string} text */
function range(text) {
  const match = /^(\d)\s*-\s*(\d)$/.exec(text);
  if (!match || match[1] > match[2]) return null;
  return Array.from({ length: Number(match[2]) - Number(match[1]) + 1 }, (_, at) => Number(match[1]) + at);
}

/** @param {string} text */
function ranksOf(text) {
  const values = range(text) ?? (text === "0" ? [0] : null);
  if (values) return RANKS.filter((rank) => values.includes(POINTS[rank - 1]));
  const sign = text === "1" ? "A" : text === "10" ? "T" : text.toUpperCase();
  if (sign.length !== 1 || !SIGNS.includes(sign)) throw new Unpriceable("bad_known");
  return [SIGNS.indexOf(sign) + 1];
}

/** @param {string} text */
function totalsOf(text) {
  const values = range(text) ?? (/^\d$/.test(text) ? [Number(text)] : null);
  if (!values) throw new Unpriceable("bad_known");
  return values;
}

/** `{player1: "5", banker2: "6-9", player: "4"}` as people write it. @param {Record<string, string | number>} entries @returns {KnownCards} */
export function readKnown(entries) {
  /** @type {KnownCards} */
  const knownCards = { ranks: {}, totals: {} };
  for (const [place, what] of Object.entries(entries)) {
    const text = String(what).trim();
    if (PLACES.includes(place)) knownCards.ranks[place] = ranksOf(text);
    else if (HANDS.includes(place)) knownCards.totals[place] = totalsOf(text);
    else throw new Unpriceable("unknown_place");
  }
  return knownCards;
}
