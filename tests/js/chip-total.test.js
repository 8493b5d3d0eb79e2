import assert from "node:assert/strict";
import test from "node:test";

import { chipsTyped, highestFirst, worthOf } from "../../src/punto/server/pages/lib/chip-total.js";

test("chips are worth their denominations", () => {
  assert.equal(worthOf({ 1000: 20, 100: 35 }), 23_500);
  assert.equal(worthOf({}), 0);
  assert.equal(worthOf({ 100: -1, 25: 2 }), -50);
});

test("the highest denomination stands first", () => {
  assert.deepEqual(highestFirst({ 25: 1, 100: 2, 1000: 3 }), [[1000, 3], [100, 2], [25, 1]]);
});

test("a field that is left empty is none, and what is no number goes out as it is", () => {
  assert.deepEqual(chipsTyped([["100", ""], ["25", " "], ["5", "3"], ["1", "1.5"]]), { 5: 3, 1: 1.5 });
  assert.ok(Number.isNaN(chipsTyped([["100", "x"]])[100]));
});
