// What is left in a shoe, as far as it is known: so many of each card, of each rank, or of each value.

/** @typedef {"totals" | "ranks" | "suits"} Detail */
/** @typedef {{values: number[], ranks: number[] | null, cards: number[] | null}} CardCounts values 0 to 9; ranks with the ace first; cards four suits to a rank */
/** @typedef {{rank: number, suit: string | null}} Card rank 1 to 13, the ace first */

export const SUITS = "shdc";
export const SIGNS = "A23456789TJQK";

/** In the order of how much they tell. @type {Detail[]} */
const DETAILS = ["totals", "ranks", "suits"];

/** What each rank counts, the ace first. */
export const POINTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0];

/** Why a shoe or cards cannot be priced: a code of the server's refusals. */
export class Unpriceable extends Error {
  /** @param {string} code */
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/** @param {Detail} detail @param {Detail} other */
export const less = (detail, other) => DETAILS[Math.min(DETAILS.indexOf(detail), DETAILS.indexOf(other))];

/** @param {Detail} detail @param {Detail} other */
export const more = (detail, other) => DETAILS[Math.max(DETAILS.indexOf(detail), DETAILS.indexOf(other))];

/** @param {number[]} numbers */
export const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);

/** @param {number[]} values @returns {CardCounts} */
export const ofValues = (values) => ({ values, ranks: null, cards: null });

/** @param {number[]} ranks @returns {CardCounts} */
export const ofRanks = (ranks) => ({ values: [sum(ranks.slice(9)), ...ranks.slice(0, 9)], ranks, cards: null });

/** @param {number[]} cards @returns {CardCounts} */
export const ofCards = (cards) => ({ ...ofRanks(POINTS.map((_, rank) => sum(cards.slice(rank * 4, rank * 4 + 4)))), cards });

/** @param {number} decks */
export const fresh = (decks) => ofCards(Array(52).fill(decks));

/** The most a bet may ask about and still be priced. @param {CardCounts} counts @returns {Detail} */
export const tells = ({ ranks, cards }) => (cards ? "suits" : ranks ? "ranks" : "totals");

/** @param {Card} card */
export const pointsOf = ({ rank }) => POINTS[rank - 1];

/** @param {number[]} counts @param {number} at @param {number} times */
function fewer(counts, at, times) {
  if (counts[at] < times) throw new Unpriceable("card_not_there");
  return counts.with(at, counts[at] - times);
}

/** What is left once these cards are out. A card whose suit nobody wrote down leaves the other suits unknown too. @param {CardCounts} counts @param {Card[]} cards */
export function without(counts, cards) {
  const same = (/** @type {Card} */ card, /** @type {Card} */ other) => card.rank === other.rank && card.suit === other.suit;
  let left = counts;
  for (const { rank, suit } of cards.filter((card, at) => cards.findIndex((first) => same(first, card)) === at)) {
    const [at, times] = [rank - 1, cards.filter((card) => same(card, { rank, suit })).length];
    if (left.cards && suit) left = ofCards(fewer(left.cards, at * 4 + SUITS.indexOf(suit), times));
    else if (left.ranks) left = ofRanks(fewer(left.ranks, at, times));
    else left = ofValues(fewer(left.values, POINTS[at], times));
  }
  return left;
}

const CARD = /^(10|[a2-9tjqk])([shdc♠♥♦♣])?$/i;

/** @param {string} word */
const rankOf = (word) => SIGNS.indexOf(word === "10" ? "T" : word.toUpperCase()) + 1;

/** Cards divided by spaces or commas: "5h 10c K". @param {string} text @returns {Card[]} */
export function readCards(text) {
  return text.split(/[\s,]+/).filter(Boolean).map((word) => {
    const match = CARD.exec(word);
    if (!match) throw new Unpriceable("unknown_card");
    const place = "♠♥♦♣".indexOf(match[2] ?? "-");
    return { rank: rankOf(match[1]), suit: place >= 0 ? SUITS[place] : match[2]?.toLowerCase() ?? null };
  });
}
