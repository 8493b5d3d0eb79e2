// The chips of a rack: table/denominations.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { denominations } from "../../src/punto/server/pages/table/denominations.js";

const sign = { chip: 1, stake_min: 25, stake_max: 5_000 };

test("the usual chips from the minimum to the maximum", () => {
  assert.deepEqual(denominations(sign), [25, 100, 500, 1_000, 5_000]);
  assert.deepEqual(denominations({ ...sign, bet_limits: { tie: [5, 100] } }), [5, 25, 100, 500, 1_000, 5_000]);
});

test("the sign's chips, as far as they can be staked", () => {
  assert.deepEqual(denominations({ ...sign, denominations: [1_000, 500, 100, 25, 5] }), [25, 100, 500, 1_000]);
  assert.deepEqual(denominations({ ...sign, chip: 50, stake_min: 50, denominations: [1_000, 100, 50, 25] }), [50, 100, 1_000]);
});

test("a minimum that no chip is worth can be bet", () => {
  assert.deepEqual(denominations({ ...sign, stake_min: 300 }), [300, 500, 1_000, 5_000]);
  assert.deepEqual(denominations({ ...sign, stake_min: 50, denominations: [25] }), [50]);
  assert.deepEqual(denominations({ ...sign, chip: 20, stake_min: 50, denominations: [100] }), [60, 100]);
});
