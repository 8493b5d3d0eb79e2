// How a coup can end from here, counted exactly: what every figure of a sheet is read off.

import { POINTS, Unpriceable, fresh, less, more, pointsOf, sum, tells, without } from "./card-counts.js";
import { complete, nothing } from "./completion.js";
import { MOST_CARDS } from "./kernel.js";
import { NOTHING_KNOWN, asks, knowsAnything } from "./known-places.js";
import { STARTS, openings } from "./openings.js";

/** @typedef {import("./card-counts.js").Card} Card */
/** @typedef {import("./card-counts.js").CardCounts} CardCounts */
/** @typedef {import("./card-counts.js").Detail} Detail */
/** @typedef {import("./kernel.js").Kernel} Kernel */
/** @typedef {import("./known-places.js").KnownCards} KnownCards */
/** @typedef {import("./openings.js").Opening} Opening */

/**
 * Counts of equally likely continuations.
 * @typedef {object} Outlook
 * @property {Detail} detail the most that could be told of the cards; bets that ask for more are not priced
 * @property {bigint[]} finals by the plan's classes of finals
 * @property {bigint[]} four [Player, Banker, outcome] where a hand still draws after four cards
 * @property {bigint[]} five [Player, Banker, outcome] where Banker draws after Player's third card
 * @property {bigint} ways
 * @property {() => bigint[]} starts by the plan's classes of starts
 * @property {() => bigint[]} ends [starts, finals]
 */

/** A pair's value by the hand's start, from 1 on. */
const PAIR_VALUES = [...POINTS, ...POINTS];

/** @param {bigint[]} numbers */
const total = (numbers) => numbers.reduce((all, number) => all + number, 0n);

/** @param {Api.PricingPlan} plan @returns {Detail} */
const mostDetail = (plan) => plan.bets.reduce((most, bet) => more(most, bet.asks), /** @type {Detail} */ ("totals"));

/** The shoe as it was when the coup began, after the cards dealt have left it, given what is known. @param {Api.PricingPlan} plan @param {Kernel} kernel @param {CardCounts} counts @param {Card[]} dealt @param {KnownCards} knownCards @returns {Outlook} */
export function outlookOf(plan, kernel, counts, dealt, knownCards) {
  checkDealt(plan, dealt);
  if (sum(counts.values) > MOST_CARDS) throw new Unpriceable("too_many_cards");
  const left = without(counts, dealt);
  const detail = less(mostDetail(plan), tells(left));
  const cards = sum(left.values);
  if (cards < 4 - dealt.length) throw new Unpriceable("too_few_cards");
  if (dealt.length > 0 || knowsAnything(knownCards) || cards < 6) return dealtOut(plan, left, dealt, detail, knownCards);
  return counted(plan, kernel, left, detail);
}

/** The same from eight decks: what further cards can still do, whatever this shoe holds. @param {Api.PricingPlan} plan @param {Kernel} kernel @param {Card[]} dealt */
export const fromFresh = (plan, kernel, dealt) => outlookOf(plan, kernel, fresh(8), dealt, NOTHING_KNOWN);

/** Refuses cards that the tableau does not deal. @param {Api.PricingPlan} plan @param {Card[]} dealt */
function checkDealt(plan, dealt) {
  if (dealt.length < 5) return;
  const [first, second, third, fourth, fifth] = dealt.map(pointsOf);
  const course = plan.courses[((first + third) % 10) * 10 + (second + fourth) % 10];
  const most = course.length === 1 ? 4 : course[fifth].length === 1 ? 5 : 6;
  if (dealt.length > most) throw new Unpriceable("too_many_cards");
}

/** Every opening in turn: for coups under way, for what is known of a coup, and for shoes that are nearly empty. @param {Api.PricingPlan} plan @param {CardCounts} left @param {Card[]} dealt @param {Detail} detail @param {KnownCards} knownCards @returns {Outlook} */
function dealtOut(plan, left, dealt, detail, knownCards) {
  // A rank that is known must be there, whether or not a bet looks at ranks.
  const lines = openings(left, dealt, more(detail, less(asks(knownCards), tells(left))), plan.start_of, knownCards);
  if (lines.length === 0) throw new Unpriceable("known_impossible");
  const { table, four, five, ways, complete: whole } = complete(plan, lines, dealt.slice(4).map(pointsOf), plan.starts);
  if (!whole) throw new Unpriceable("too_few_cards");
  const of = (/** @type {(start: number, final: number) => number} */ place, /** @type {number} */ length) => {
    const counts = nothing(length);
    table.forEach((count, at) => { counts[place(Math.floor(at / plan.finals), at % plan.finals)] += count; });
    return counts;
  };
  return {
    detail,
    finals: of((_, final) => final, plan.finals),
    four: dealt.length <= 4 ? four : nothing(300),
    five: dealt.length <= 5 ? five : nothing(300),
    ways,
    starts: () => of((start) => start, plan.starts),
    ends: () => table,
  };
}

/** The kernel counts the coups; those that begin with a pair are told apart when somebody asks. @param {Api.PricingPlan} plan @param {Kernel} kernel @param {CardCounts} left @param {Detail} detail @returns {Outlook} */
function counted(plan, kernel, left, detail) {
  const cells = [...kernel.counts(plan.tableau, left.values)];
  const finals = nothing(plan.finals);
  plan.final_of.forEach((final, cell) => { if (final >= 0) finals[final] += cells[cell]; });
  const plain = { detail, finals, four: cells.slice(400, 700), five: cells.slice(700), ways: total(finals) };
  if (detail === "totals" || plan.starts === 1) {
    const [none] = plan.start_of;
    const ends = nothing(plan.starts * plan.finals).toSpliced(none * plan.finals, plan.finals, ...finals);
    return { ...plain, ends: () => ends, starts: () => nothing(plan.starts).with(none, plain.ways) };
  }
  return { ...plain, starts: () => starts(plan, left, detail), ends: () => byStarts(plan, left, finals, detail) };
}

/**
 * In how many ways a hand starts with each pair [26], and both hands with two of them [26][26].
 * @param {CardCounts} left @param {Detail} detail
 */
function pairWays(left, detail) {
  const ranks = /** @type {number[]} */ (left.ranks);
  const { cards } = left;
  const bySuit = ranks.map((_, rank) => (detail === "suits" && cards ? cards.slice(rank * 4, rank * 4 + 4) : []));
  const suited = bySuit.map((suits) => sum(suits.map((n) => n * (n - 1))));
  // Both hands suited in one suit use its cards up; in two suits they do not meet.
  const suitedBoth = bySuit.map((suits, rank) => suited[rank] ** 2 - sum(suits.map((n) => (n * (n - 1)) ** 2 - n * (n - 1) * (n - 2) * (n - 3))));
  const suitedFirst = ranks.map((n, rank) => suited[rank] * (n - 2) * (n - 3) - suitedBoth[rank]);
  const single = [...ranks.map((n, rank) => n * (n - 1) - suited[rank]), ...suited];
  const double = single.map((first) => single.map((second) => first * second));
  ranks.forEach((n, rank) => {
    const fours = n * (n - 1) * (n - 2) * (n - 3);
    double[rank][rank] = fours - 2 * suitedFirst[rank] - suitedBoth[rank];
    double[rank + 13][rank] = double[rank][rank + 13] = suitedFirst[rank];
    double[rank + 13][rank + 13] = suitedBoth[rank];
  });
  return { single, double };
}

/** Six-card sequences by class of starts: the four cards, and any two more. @param {Api.PricingPlan} plan @param {CardCounts} left @param {Detail} detail */
function starts(plan, left, detail) {
  const { single, double } = pairWays(left, detail);
  const n = sum(left.values);
  const rest = (n - 2) * (n - 3);
  const counts = Array(plan.starts).fill(0);
  let none = n * (n - 1) * rest;
  single.forEach((ways, at) => {
    const own = ways * rest - sum(double[at]);
    counts[plan.start_of[(at + 1) * STARTS]] += own;
    counts[plan.start_of[at + 1]] += own;
    none -= 2 * own + sum(double[at]);
    double[at].forEach((both, other) => { counts[plan.start_of[(at + 1) * STARTS + other + 1]] += both; });
  });
  counts[plan.start_of[0]] += none;
  return counts.map((count) => BigInt(count) * BigInt((n - 4) * (n - 5)));
}

/**
 * All coups told apart by the pairs they begin with: those in which Player has a given pair, those in which Banker has
 * one, and those in which both have are counted by dealing these cards first; what they leave of all coups begins
 * without that pair. Dealing depends on a pair's value alone, so ranks come in as weights.
 * @param {Api.PricingPlan} plan @param {CardCounts} left @param {bigint[]} everything @param {Detail} detail
 */
function byStarts(plan, left, everything, detail) {
  const { finals, start_of: kind } = plan;
  const { single, double } = pairWays(left, detail);
  const paired = complete(plan, pairOpenings(left.values), [], 120).table;
  const ends = nothing(plan.starts * finals);
  const add = (/** @type {number} */ start, /** @type {number} */ group, /** @type {number} */ ways) => {
    for (let final = 0; ways && final < finals; final++) ends[start * finals + final] += BigInt(ways) * paired[group * finals + final];
  };
  single.forEach((ways, at) => {
    const value = PAIR_VALUES[at];
    add(kind[(at + 1) * STARTS], value, ways);
    add(kind[at + 1], 10 + value, ways);
    add(kind[0], value, -ways);
    add(kind[0], 10 + value, -ways);
    double[at].forEach((both, other) => {
      const group = 20 + 10 * value + PAIR_VALUES[other];
      add(kind[(at + 1) * STARTS + other + 1], group, both);
      add(kind[(at + 1) * STARTS], group, -both);
      add(kind[other + 1], group, -both);
      add(kind[0], group, both);
    });
  });
  everything.forEach((count, final) => { ends[kind[0] * finals + final] += count; });
  return ends;
}

/** Openings from one pair of each value: Player's (groups 0 to 9), Banker's (10 to 19), and both (20 to 119). @param {number[]} values @returns {Opening[]} */
function pairOpenings(values) {
  /** @type {Opening[]} */
  const lines = [];
  const less = (/** @type {number[]} */ ...cardsOut) => values.map((count, value) => count - cardsOut.filter((card) => card === value).length);
  for (let pair = 0; pair < 10; pair++) {
    const own = (2 * pair) % 10;
    for (let first = 0; first < 10; first++) {
      for (let second = first; second < 10; second++) {
        const ways = less(pair, pair)[first] * less(pair, pair, first)[second] * (first === second ? 1 : 2);
        const [other, left] = [(first + second) % 10, less(pair, pair, first, second)];
        lines.push({ player: own, banker: other, left, ways, group: pair }, { player: other, banker: own, left, ways, group: 10 + pair });
      }
      lines.push({ player: own, banker: (2 * first) % 10, left: less(pair, pair, first, first), ways: 1, group: 20 + 10 * pair + first });
    }
  }
  return lines;
}
