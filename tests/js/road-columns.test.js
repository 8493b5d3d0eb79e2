import assert from "node:assert/strict";
import { test } from "node:test";

import { firstColumn, widths } from "../../src/punto/server/pages/lib/road-columns.js";

const upTo = (last) => Array.from({ length: last + 1 }, (_, column) => ({ column }));

test("a road that fits is seen from its beginning", () => {
  assert.equal(firstColumn([], 24), 0);
  assert.equal(firstColumn(upTo(22), 24), 0);
});

test("of a longer one the last columns are seen, with one free", () => {
  assert.equal(firstColumn(upTo(23), 24), 1);
  assert.equal(firstColumn(upTo(40), 24), 18);
});

test("the other roads follow the big one", () => {
  assert.deepEqual(widths(24, null), { bead_plate: 12, big_road: 24, derived: 16 });
  assert.deepEqual(widths(6, 20), { bead_plate: 20, big_road: 6, derived: 8 });
});
