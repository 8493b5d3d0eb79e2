import assert from "node:assert/strict";
import { test } from "node:test";

import { WORTHS, chipsFor, initials } from "../../src/punto/server/pages/lib/worths.js";

test("an amount is made of the fewest chips, largest first", () => {
  assert.deepEqual(chipsFor(631), [500, 100, 25, 5, 1]);
  assert.deepEqual(chipsFor(0), []);
});

test("a pile that would be too high ends early", () => {
  assert.deepEqual(chipsFor(999), [500, 100, 100, 100, 100]);
  assert.deepEqual(chipsFor(999, 2), [500, 100]);
});

test("every worth is one chip", () => {
  for (const worth of WORTHS) assert.deepEqual(chipsFor(worth), [worth]);
});

test("initials tell people apart on a chip", () => {
  assert.deepEqual(["Seat 5", "Second Guest", "Guest", "Seat 12", "One Two Three Four"].map(initials), ["S5", "SG", "G", "S12", "OTT"]);
});
