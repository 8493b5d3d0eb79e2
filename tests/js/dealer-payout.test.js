import assert from "node:assert/strict";
import { test } from "node:test";

import { inTurn, pilesOf } from "../../src/punto/server/pages/dealer/payout.js";

/** @param {number} amount @param {number[]} rack */
const cut = (amount, rack) => pilesOf(amount, rack).piles.map(({ worth, count }) => `${count} × ${worth}`).join(", ");

test("a payout is cut out from the highest chips down", () => {
  assert.equal(cut(1_300, [5_000, 1_000, 500, 100, 25]), "1 × 1000, 3 × 100");
  assert.equal(cut(975, [25, 100, 500, 1_000]), "1 × 500, 4 × 100, 3 × 25");
  assert.equal(cut(0, [100]), "");
});

test("what no chip is small enough for is left over", () => {
  assert.deepEqual(pilesOf(130, [100, 25]), { piles: [{ worth: 100, count: 1 }, { worth: 25, count: 1 }], rest: 5 });
});

test("every amount is paid whole where the smallest chip divides it", () => {
  for (let amount = 0; amount < 5_000; amount += 5) {
    const { piles, rest } = pilesOf(amount, [1_000, 500, 100, 25, 5]);
    assert.equal(piles.reduce((sum, { worth, count }) => sum + worth * count, rest), amount);
    assert.equal(rest, 0);
  }
});

test("a dealer takes first, pays the hands, then side bets and insurance, and leaves what stands off", () => {
  const line = (/** @type {string} */ bet, /** @type {string} */ outcome, insures = "") => /** @type {any} */ ({ bet, outcome, insures });
  const lines = [line("tie", "push"), line("insurance", "win", "banker"), line("pair", "win"), line("player", "win"), line("banker", "lose")];
  assert.deepEqual(inTurn(lines, { player: "player", banker: "banker", tie: null, pair: null }).map((line) => line.bet), ["banker", "player", "pair", "insurance", "tie"]);
});
