// A sheet of figures from any shoe, worked out in the page: the same fractions, to the last digit, as the server's.
//
// What each end of a coup pays comes with the plan (report/pricing_plan.py). Here whole numbers are multiplied and added.

import { less, ofValues, sum } from "./card-counts.js";
import { complete, nothing } from "./completion.js";
import { exact, fraction, minus, nearest, over, percent, read, times, together } from "./fraction.js";
import { NOTHING_KNOWN, knowsAnything } from "./known-places.js";
import { openings } from "./openings.js";
import { fromFresh, outlookOf } from "./outlook.js";

/** @typedef {import("./card-counts.js").Card} Card */
/** @typedef {import("./card-counts.js").CardCounts} CardCounts */
/** @typedef {import("./fraction.js").Fraction} Fraction */
/** @typedef {import("./kernel.js").Kernel} Kernel */
/** @typedef {import("./known-places.js").KnownCards} KnownCards */
/** @typedef {import("./outlook.js").Outlook} Outlook */

/** @typedef {{counts: CardCounts, decks: number | null, cards?: Card[], knownCards?: KnownCards}} Question the shoe when the coup began (`decks` where it is a fresh one), the cards of the coup under way, and what is known of its cards besides */

/** @typedef {{offer: Api.PlanOffer, worth: Api.OfferWorth}} OpenOffer an offer that these cards can lead to */

const FIRST_WINDOW = "after_four_cards";

/** @param {bigint[]} numbers */
const total = (numbers) => numbers.reduce((all, number) => all + number, 0n);

/** What is lost on average where each of these is won so many times. @param {Fraction[]} pays @param {bigint[]} counts @param {bigint} ways */
function meanLoss(pays, counts, ways) {
  const { overs, under } = together(pays);
  return fraction(-total(overs.map((pay, at) => pay * counts[at])), under * ways);
}

/** In how many continuations each row pays, and last in how many the bet loses. @param {Api.PlanBet} bet @param {Outlook} outlook */
function rowCounts(bet, outlook) {
  const counts = nothing(bet.rows.length + 1);
  const ends = bet.by === "finals" ? outlook.finals : outlook[bet.by]();
  bet.row_of.forEach((row, at) => { counts[row] += ends[at]; });
  return counts;
}

/** @param {Api.PlanBet} bet @param {Outlook} outlook @returns {Api.BetWorth} */
function betWorth(bet, outlook) {
  const counts = rowCounts(bet, outlook);
  const pays = [...bet.rows.map((row) => read(row.pays)), fraction(-1n)];
  const edge = meanLoss(pays, counts, outlook.ways);
  const square = meanLoss(pays.map((pay) => times(pay, pay)), counts, outlook.ways);
  const hit = fraction(total(counts.filter((_, at) => bet.rows[at]?.wins)), outlook.ways);
  const variance = minus(fraction(-square.over, square.under), times(edge, edge));
  return {
    bet: bet.bet,
    edge: exact(edge),
    edge_pct: percent(edge),
    return_pct: percent(minus(fraction(1n), edge)),
    hit: exact(hit),
    hit_pct: percent(hit),
    sd: Math.sqrt(nearest(variance)),
    rows: bet.rows.map((row, at) => ({ odds: row.odds, chance: exact(fraction(counts[at], outlook.ways)) })),
  };
}

/** Null where these cards can no longer lead to it. @param {Api.PlanOffer} offer @param {Outlook} outlook @returns {Api.OfferWorth | null} */
function offerWorth(offer, outlook) {
  const { pays, to: _, ...name } = offer;
  const at = (offer.player * 10 + offer.banker) * 3;
  const ends = (offer.window === FIRST_WINDOW ? outlook.four : outlook.five).slice(at, at + 3);
  const offered = total(ends);
  if (!offered) return null;
  const edge = meanLoss(pays.map(read), ends, offered);
  const [player_wins, banker_wins, tie] = ends.map((count) => exact(fraction(count, offered)));
  return {
    ...name, offered: exact(fraction(offered, outlook.ways)), player_wins, banker_wins, tie,
    edge: exact(edge), edge_pct: percent(edge), favours: edge.over < 0n ? "patron" : "house",
  };
}

/** A template with its figures. @param {string} template @param {Record<string, string | number>} figures */
const filled = (template, figures) => template.replace(/\{(\w+)\}/g, (_, name) => String(figures[name]));

/** For each bet that no further card can change, the note that says so. @param {Api.PricingPlan} plan @param {Kernel} kernel @param {Card[]} dealt @param {Api.PlanBet[]} bets */
function decidedBets(plan, kernel, dealt, bets) {
  const could = dealt.length > 0 ? fromFresh(plan, kernel, dealt) : null;
  /** @type {Map<string, string>} */
  const notes = new Map();
  for (const bet of could ? bets : []) {
    const fates = new Set(rowCounts(bet, /** @type {Outlook} */ (could)).flatMap((count, row) => (count ? [fate(bet, row)] : [])));
    if (fates.size === 1) notes.set(bet.bet, bet.decided[[...fates][0]]);
  }
  return notes;
}

/** @param {Api.PlanBet} bet @param {number} row */
const fate = (bet, row) => (row === bet.rows.length ? "lost" : bet.rows[row].wins ? "won" : "returned");

/**
 * The house's gain when these offers are taken as they come, each with the stake that would win one unit. Whoever
 * insured after four cards has nothing to insure with after Player's third.
 * @param {Api.PricingPlan} plan @param {Api.PlanOffer[]} offers @param {Outlook} outlook @param {bigint[]} second
 */
function insuranceGain(plan, offers, outlook, second) {
  const late = nothing(300);
  const early = new Set(offers.filter((offer) => offer.window === FIRST_WINDOW).map((offer) => offer.player * 10 + offer.banker));
  plan.courses.forEach((course, at) => {
    if (early.has(at)) return;
    course.forEach((cells, x) => {
      const place = (Math.floor(cells[0] / 10) % 10 * 10 + at % 10) * 3;
      for (let outcome = 0; cells.length > 1 && outcome < 3; outcome++) late[place + outcome] += second[(at * 10 + x) * 3 + outcome];
    });
  });
  const pays = offers.flatMap((offer) => offer.pays.map((pay) => over(read(pay), read(offer.to))));
  const counts = offers.flatMap((offer) => {
    const at = (offer.player * 10 + offer.banker) * 3;
    return (offer.window === FIRST_WINDOW ? outlook.four : late).slice(at, at + 3);
  });
  return meanLoss(pays, counts, outlook.ways);
}

/** What insuring each hand adds, before a coup's first card. @param {Api.PricingPlan} plan @param {CardCounts} counts @param {Outlook} outlook @param {OpenOffer[]} offers */
function insuringNotes(plan, counts, outlook, offers) {
  if (offers.length === 0) return [];
  const lines = openings(ofValues(counts.values), [], "totals", Array(plan.start_of.length).fill(0), NOTHING_KNOWN);
  const { second } = complete(plan, lines, [], 1);
  return /** @type {const} */ (["player", "banker"]).flatMap((side) => {
    const own = offers.filter(({ offer }) => offer.insures === side);
    if (own.length === 0 || !plan.bets.some((bet) => bet.hand === side)) return [];
    const always = insuranceGain(plan, own.map(({ offer }) => offer), outlook, second);
    const favourable = insuranceGain(plan, own.filter(({ worth }) => worth.favours === "patron").map(({ offer }) => offer), outlook, second);
    return [filled(plan.notes.insuring, {
      hand: side === "player" ? "Player" : "Banker",
      always: exact(always), always_pct: percent(always).toFixed(4),
      favourable: exact(favourable), favourable_pct: percent(favourable).toFixed(4),
    })];
  });
}

/** Every bet and every offer still open. @param {Api.PricingPlan} plan @param {Kernel} kernel @param {Question} question @returns {Api.SheetFigures} */
export function priceSheet(plan, kernel, { counts, decks, cards = [], knownCards = NOTHING_KNOWN }) {
  const outlook = outlookOf(plan, kernel, counts, cards, knownCards);
  const priced = plan.bets.filter((bet) => less(bet.asks, outlook.detail) === bet.asks);
  const decided = decidedBets(plan, kernel, cards, priced);
  const offers = plan.insurance.flatMap((offer) => {
    const worth = offerWorth(offer, outlook);
    return worth ? [{ offer, worth }] : [];
  });
  const never = plan.insurance.length - offers.length;
  const untouched = cards.length === 0 && !knowsAnything(knownCards) && sum(counts.values) >= 6;
  return {
    rulebook: plan.rulebook,
    edition: plan.edition,
    decks,
    cards_left: sum(counts.values) - cards.length,
    bets: priced.filter((bet) => !decided.has(bet.bet)).map((bet) => betWorth(bet, outlook)),
    insurance: offers.map(({ worth }) => worth),
    notes: [
      ...decided.values(),
      ...plan.bets.filter((bet) => !priced.includes(bet)).map((bet) => bet.unpriced),
      ...(never ? [filled(never === 1 ? plan.notes.never_offered_one : plan.notes.never_offered, { n: never })] : []),
      ...(untouched ? insuringNotes(plan, counts, outlook, offers) : []),
    ],
  };
}
