// The first four cards of a coup: the ways they can still fall, grouped as far as anything later depends on them.

import { POINTS, SUITS, pointsOf, sum } from "./card-counts.js";

/** @typedef {import("./card-counts.js").Card} Card */
/** @typedef {import("./card-counts.js").CardCounts} CardCounts */
/** @typedef {import("./card-counts.js").Detail} Detail */
/** @typedef {import("./known-places.js").KnownCards} KnownCards */

/** @typedef {{player: number, banker: number, left: number[], ways: number, group: number}} Opening both two-card totals, the cards still in the shoe by value, in how many orders it comes, and what it is told apart by */
/** @typedef {{start: number, values: [number, number], ways: number}} Hand two cards: the pair they begin with, their values, in how many ways they come */

/** A hand's starts: none, a pair of each rank, the same and suited. */
export const STARTS = 27;

/** How many kinds of cards there are to a rank, in each detail. A kind is a card, a rank or a value. @param {Detail} detail */
const widthOf = (detail) => (detail === "suits" ? 4 : 1);

/** @param {Detail} detail @param {number} kind */
const pointsOfKind = (detail, kind) => (detail === "totals" ? kind : POINTS[Math.floor(kind / widthOf(detail))]);

/** @param {Detail} detail @param {Card} card */
function kindOf(detail, card) {
  if (detail === "totals") return pointsOf(card);
  return detail === "ranks" ? card.rank - 1 : (card.rank - 1) * 4 + SUITS.indexOf(card.suit ?? "");
}

/** The pair that two cards are. @param {Detail} detail @param {number} first @param {number} second */
function startOf(detail, first, second) {
  const [rank, other] = [first, second].map((kind) => Math.floor(kind / widthOf(detail)));
  if (detail === "totals" || rank !== other) return 0;
  return (detail === "suits" && first === second ? 14 : 1) + rank;
}

/** Whether cards of a kind may lie at a place. @param {KnownCards} knownCards @param {string} place @param {Detail} detail @param {number} kind */
function fits(knownCards, place, detail, kind) {
  const ranks = knownCards.ranks[place];
  if (!ranks) return true;
  if (detail === "totals") return ranks.some((rank) => POINTS[rank - 1] === kind);
  return ranks.includes(Math.floor(kind / widthOf(detail)) + 1);
}

/** @param {KnownCards} knownCards @param {string} side @param {[number, number]} values */
const fitsTotal = (knownCards, side, [first, second]) => knownCards.totals[side]?.includes((first + second) % 10) ?? true;

/** The kinds that a place may hold, with their ways: the card that lies there, or any that is left. @param {number[]} counts @param {number | undefined} dealt @returns {[number, number][]} */
const draws = (counts, dealt) => (dealt === undefined ? [...counts.entries()].filter(([, count]) => count > 0) : [[dealt, 1]]);

/**
 * Every two-card hand with these cards in it that fits what is known, and which cards it takes from those left.
 * @param {number[]} counts of each kind @param {Detail} detail @param {string} side @param {number[]} dealt its cards that lie open @param {KnownCards} knownCards
 * @returns {Generator<Hand & {drawn: number[]}>}
 */
function* hands(counts, detail, side, dealt, knownCards) {
  const [ones, twos] = [1, 2].map((place) => draws(counts, dealt[place - 1]).filter(([kind]) => fits(knownCards, `${side}${place}`, detail, kind)));
  for (const [first, ways] of ones) {
    for (const [second, count] of twos) {
      const again = dealt.length === 0 && first === second ? count - 1 : count;
      /** @type {[number, number]} */
      const values = [pointsOfKind(detail, first), pointsOfKind(detail, second)];
      if (!again || !fitsTotal(knownCards, side, values)) continue;
      yield { start: startOf(detail, first, second), values, ways: ways * again, drawn: [first, second].slice(dealt.length) };
    }
  }
}

/** The same where no card of the hand is known and none is dealt after it: a line for each two ranks. @param {number[]} counts @param {Detail} detail @returns {Generator<Hand>} */
function* lastHand(counts, detail) {
  const width = widthOf(detail);
  const ranks = Array.from({ length: counts.length / width }, (_, rank) => sum(counts.slice(rank * width, rank * width + width)));
  for (const [first, count] of ranks.entries()) {
    const value = pointsOfKind(detail, first * width);
    for (let second = 0; second < first; second++) {
      yield { start: 0, values: [value, pointsOfKind(detail, second * width)], ways: 2 * count * ranks[second] };
    }
    const suited = detail === "suits" ? sum(counts.slice(first * 4, first * 4 + 4).map((n) => n * (n - 1))) : 0;
    yield { start: 14 + first, values: [value, value], ways: suited };
    yield { start: detail === "totals" ? 0 : 1 + first, values: [value, value], ways: count * (count - 1) - suited };
  }
}

/** @param {number[]} counts @param {Detail} detail @param {number[]} dealt @param {KnownCards} knownCards @returns {Iterable<Hand>} */
function secondHand(counts, detail, dealt, knownCards) {
  if (dealt.length > 0 || knownCards.ranks.banker1 || knownCards.ranks.banker2) return hands(counts, detail, "banker", dealt, knownCards);
  return [...lastHand(counts, detail)].filter(({ values }) => fitsTotal(knownCards, "banker", values));
}

/**
 * Every opening that begins with the cards dealt and fits what is known, grouped by class of starts. Player's hand is
 * dealt whole before Banker's: the order of dealing does not change in how many ways cards can fall.
 * @param {CardCounts} left the shoe without the cards dealt @param {Card[]} dealt @param {Detail} detail @param {number[]} startClass by 27 * Player's start + Banker's @param {KnownCards} knownCards
 * @returns {Opening[]}
 */
export function openings(left, dealt, detail, startClass, knownCards) {
  const kinds = dealt.slice(0, 4).map((card) => kindOf(detail, card));
  const counts = /** @type {number[]} */ ({ totals: left.values, ranks: left.ranks, suits: left.cards }[detail]);
  const values = [...left.values];
  for (const card of dealt.slice(0, 4)) values[pointsOf(card)] += 1;
  /** @type {Map<number, number>} */
  const lines = new Map();
  for (const playerHand of hands(counts, detail, "player", kinds.filter((_, at) => at % 2 === 0), knownCards)) {
    const rest = playerHand.drawn.reduce((still, kind) => still.with(kind, still[kind] - 1), counts);
    for (const bankerHand of secondHand(rest, detail, kinds.filter((_, at) => at % 2 === 1), knownCards)) {
      if (!bankerHand.ways) continue;
      const group = startClass[playerHand.start * STARTS + bankerHand.start];
      const key = [...playerHand.values.toSorted(), ...bankerHand.values.toSorted()].reduce((all, value) => all * 10 + value, group);
      lines.set(key, (lines.get(key) ?? 0) + playerHand.ways * bankerHand.ways);
    }
  }
  return [...lines].map(([key, ways]) => {
    const cards = [1000, 100, 10, 1].map((place) => Math.floor(key / place) % 10);
    const still = [...values];
    for (const value of cards) still[value] -= 1;
    return { player: (cards[0] + cards[1]) % 10, banker: (cards[2] + cards[3]) % 10, left: still, ways, group: Math.floor(key / 10_000) };
  });
}
