// What rounding did.

import assert from "node:assert/strict";
import { test } from "node:test";

import { exactWinnings, inWords } from "../../src/punto/server/pages/table/rounding.js";

const line = /** @type {const} */ ({ outcome: "win", odds: "1 to 2", effective: 25, winnings: 12, commission: 0 });

test("what is not whole is told exactly", () => {
  assert.equal(exactWinnings(line), "12.5");
  assert.equal(exactWinnings({ ...line, odds: "1.05 to 1", effective: 105 }), "110.25");
  assert.equal(exactWinnings({ ...line, odds: "1.5 to 1", effective: 333 }), "499.5");
});

test("what is whole, lost or reduced by a commission says nothing", () => {
  assert.equal(exactWinnings({ ...line, effective: 50 }), "");
  assert.equal(exactWinnings({ ...line, outcome: "lose" }), "");
  assert.equal(exactWinnings({ ...line, odds: "0.95 to 1", commission: 1 }), "");
});

test("the server's own figure counts where it gives one", () => {
  assert.equal(exactWinnings({ ...line, commission: 1, exact: "475/4" }), "118.75");
  assert.equal(exactWinnings({ ...line, exact: "100/3" }), "33 1/3");
});

test("fractions as people write them", () => {
  assert.deepEqual([inWords(25, 2), inWords(40, 4), inWords(1, 3), inWords(201, 200)], ["12.5", "10", "0 1/3", "1.005"]);
});
