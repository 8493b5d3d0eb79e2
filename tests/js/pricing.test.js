import assert from "node:assert/strict";
import { test } from "node:test";

import { Unpriceable, fresh, ofRanks, ofValues, readCards, tells, without } from "../../src/punto/server/pages/lib/card-counts.js";
import { exact, fraction, nearest, over, percent, read, together } from "../../src/punto/server/pages/lib/fraction.js";
import { asks, readKnown } from "../../src/punto/server/pages/lib/known-places.js";
import { priceSheet } from "../../src/punto/server/pages/lib/pricing.js";

test("fractions are in lowest terms, and their nearest numbers are rounded once", () => {
  assert.equal(exact(fraction(-6n, 8n)), "-3/4");
  assert.equal(exact(over(read("19/20"), read("-1/2"))), "-19/10");
  assert.deepEqual(together([read("1/2"), read("2/3")]), { overs: [3n, 4n], under: 6n });
  for (const [top, under] of [[1, 3], [2, 3], [-7, 11], [0, 5], [1, 1], [12345678901, 987654321], [3, 2 ** 40]]) {
    assert.equal(nearest(fraction(BigInt(top), BigInt(under))), top / under);
  }
  // Half way between two numbers: the even one. A trace above it: the next.
  const half = 2n ** 53n + 1n;
  assert.equal(nearest(fraction(half)), 2 ** 53);
  assert.equal(nearest(fraction(half * 10n ** 40n + 1n, 10n ** 40n)), 2 ** 53 + 2);
  assert.equal(percent(read("-1/8")), -12.5);
});

test("a shoe is told as finely as its cards were", () => {
  assert.equal(tells(fresh(8)), "suits");
  assert.equal(tells(without(fresh(8), readCards("5h 10♦"))), "suits");
  const byRank = without(fresh(1), readCards("K"));
  assert.deepEqual([tells(byRank), byRank.ranks?.at(-1), byRank.values[0]], ["ranks", 3, 15]);
  assert.equal(without(ofValues([1, 0, 0, 0, 0, 0, 0, 0, 0, 0]), readCards("Q")).values[0], 0);
  for (const [counts, cards] of [[fresh(1), "5h 5h"], [ofRanks(Array(13).fill(0)), "A"]]) {
    assert.throws(() => without(counts, readCards(cards)), (error) => error instanceof Unpriceable && error.code === "card_not_there");
  }
  assert.throws(() => readCards("1z"), { code: "unknown_card" });
});

test("what is known is read as people write it", () => {
  assert.deepEqual(readKnown({ player1: "10", banker2: " 8 - 9 ", player: 4 }), { ranks: { player1: [10], banker2: [8, 9] }, totals: { player: [4] } });
  assert.equal(asks(readKnown({ player1: "K" })), "ranks");
  assert.equal(asks(readKnown({ player1: "0", banker1: "0-3" })), "totals");
  for (const [entries, code] of [[{ player1: "9-6" }, "bad_known"], [{ player: "12" }, "bad_known"], [{ player1: "" }, "bad_known"], [{ playr1: "5" }, "unknown_place"]]) {
    assert.throws(() => readKnown(entries), { code });
  }
});

const VALUES = [...Array(10).keys()];

/** A game of its own: Player draws on 0 to 4, Banker on an odd third card of Player's. The cell of an end is told by the rule itself. */
const cellOf = (pc, bc, p, b) => ((pc - 2) * 2 + bc - 2) * 100 + p * 10 + b;

function course(s, t) {
  if (s > 4) return [[cellOf(2, 2, s, t)]];
  return VALUES.map((x) => (x % 2 ? VALUES.map((y) => cellOf(3, 3, (s + x) % 10, (t + y) % 10)) : [cellOf(3, 2, (s + x) % 10, t)]));
}

const outcomes = Array.from({ length: 400 }, (_, cell) => Math.sign(cell % 10 - Math.floor(cell / 10) % 10)).map((sign) => (sign < 0 ? 0 : sign > 0 ? 1 : 2));

const PLAN = {
  rulebook: "toy", edition: "1", tableau: { naturals: 0, player_draws: 31, banker_draws_alone: 0, banker_draws_on: Array(10).fill(0b1010101010) },
  finals: 3, final_of: outcomes, outcome_of: outcomes,
  starts: 2, start_of: Array.from({ length: 729 }, (_, at) => (at >= 27 ? 1 : 0)),
  courses: VALUES.flatMap((s) => VALUES.map((t) => course(s, t))),
  bets: [
    { bet: "player", asks: "totals", hand: "player", by: "finals", row_of: [0, 2, 1], rows: [{ odds: "19 to 20", pays: "19/20", wins: true }, { odds: "push", pays: "0/1", wins: false }], unpriced: "", decided: { "lost": "lost", won: "won", returned: "returned" } },
    { bet: "pair", asks: "ranks", hand: null, by: "starts", row_of: [1, 0], rows: [{ odds: "11 to 1", pays: "11/1", wins: true }], unpriced: "no ranks", decided: { "lost": "lost", won: "won", returned: "returned" } },
    { bet: "pair_and_win", asks: "ranks", hand: null, by: "ends", row_of: [1, 1, 1, 0, 1, 1], rows: [{ odds: "20 to 1", pays: "20/1", wins: true }], unpriced: "no ranks", decided: { "lost": "lost", won: "won", returned: "returned" } },
  ],
  insurance: [], notes: { never_offered_one: "", never_offered: "", insuring: "" },
};

const CARDS = readCards("Ah 2h 3c 3d 5s 9c Kd Kh");

/** Every order of six cards out of eight that begins so. */
function* orders(cards, begins) {
  if (begins.length === 6) yield begins;
  else for (const [at, card] of cards.entries()) yield* orders(cards.toSpliced(at, 1), [...begins, card]);
}

const points = ({ rank }) => (rank > 9 ? 0 : rank);

/** How a coup of these cards ends, by the game's rule. */
function ending(cards) {
  const [a, b, c, d, x, y] = cards.map(points);
  let [player, banker] = [(a + c) % 10, (b + d) % 10];
  if (player <= 4) {
    player = (player + x) % 10;
    if (x % 2) banker = (banker + y) % 10;
  }
  return { outcome: player > banker ? "player" : banker > player ? "banker" : "tie", pair: cards[0].rank === cards[2].rank };
}

function brute(begins, fits) {
  const rest = [...CARDS];
  for (const card of begins) rest.splice(rest.findIndex((other) => other.rank === card.rank && other.suit === card.suit), 1);
  const ends = [...orders(rest, begins)].filter(fits).map(ending);
  const chance = (test) => fraction(BigInt(ends.filter(test).length), BigInt(ends.length));
  return {
    player: [chance((end) => end.outcome === "player"), chance((end) => end.outcome === "tie")].map(exact),
    pair: [exact(chance((end) => end.pair))],
    pair_and_win: [exact(chance((end) => end.pair && end.outcome === "player"))],
  };
}

const bySuit = fresh(1).cards.map((_, at) => CARDS.filter(({ rank, suit }) => (rank - 1) * 4 + "shdc".indexOf(suit) === at).length);

test("known cards and places are priced as dealing every order prices them", () => {
  const counts = { ...ofRanks(Array.from({ length: 13 }, (_, rank) => CARDS.filter((card) => card.rank === rank + 1).length)), cards: bySuit };
  for (const [cards, entries, fits] of [
    ["3c", {}, () => true],
    ["3c Ah", {}, () => true],
    ["", { player1: "3" }, ([card]) => card.rank === 3],
    ["", { player: "0-4", banker2: "0" }, ([first, , second, last]) => (points(first) + points(second)) % 10 <= 4 && points(last) === 0],
    ["Kd", { player2: "K", banker: "3" }, ([, second, third, fourth]) => third.rank === 13 && (points(second) + points(fourth)) % 10 === 3],
  ]) {
    const dealt = readCards(cards);
    const sheet = priceSheet(PLAN, /** No kernel is asked. */ null, { counts, decks: null, cards: dealt, knownCards: readKnown(entries) });
    const chances = Object.fromEntries(sheet.bets.map((bet) => [bet.bet, bet.rows.map((row) => row.chance)]));
    assert.deepEqual(chances, brute(dealt, fits), `${cards} ${JSON.stringify(entries)}`);
    const [player] = sheet.bets;
    const [win, tie] = player.rows.map((row) => read(row.chance));
    const loss = fraction(win.under * tie.under - win.over * tie.under - tie.over * win.under, win.under * tie.under);
    assert.equal(player.edge, exact(fraction(loss.over * 20n * win.under - 19n * win.over * loss.under, loss.under * 20n * win.under)));
    assert.equal(player.edge_pct, percent(read(player.edge)));
    assert.equal(sheet.cards_left, CARDS.length - dealt.length);
  }
});

test("cards that no shoe can deal have the server's codes", () => {
  const ask = (counts, cards, entries = {}) => () => priceSheet(PLAN, null, { counts, decks: null, cards: readCards(cards), knownCards: readKnown(entries) });
  const few = ofRanks([1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  assert.throws(ask(few, ""), { code: "too_few_cards" });
  assert.throws(ask(fresh(1), "5h 5h"), { code: "card_not_there" });
  assert.throws(ask(fresh(8), "9h 2c Kd 2s 3c"), { code: "too_many_cards" });
  assert.throws(ask(ofRanks([9, 9, 9, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0]), "", { player1: "5" }), { code: "known_impossible" });
  assert.throws(ask(ofValues(Array(10).fill(150)), "A"), { code: "too_many_cards" });
});

test("a bet that asks more than the counts tell is left out, with its note", () => {
  const sheet = priceSheet(PLAN, null, { counts: ofValues(Array(10).fill(8)), decks: null, cards: readCards("4") });
  assert.deepEqual(sheet.bets.map((bet) => bet.bet), ["player"]);
  assert.deepEqual(sheet.notes, ["no ranks", "no ranks"]);
});

test("a bet that no card can change any more is named and not priced", () => {
  const sheet = priceSheet(PLAN, null, { counts: fresh(8), decks: 8, cards: readCards("3c 4h 5d") });
  assert.deepEqual(sheet.bets.map((bet) => bet.bet), ["player"]);
  assert.deepEqual(sheet.notes, ["lost", "lost"]);
});
