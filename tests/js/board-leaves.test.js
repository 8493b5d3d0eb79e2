import assert from "node:assert/strict";
import { test } from "node:test";

import { leavesOf, nextLeaf } from "../../src/punto/server/pages/board/leaves.js";

test("what fits stands on one leaf", () => {
  assert.deepEqual(leavesOf([100, 200, 180], 500, 10), [[0, 1, 2]]);
});

test("what does not is put on the next, in its order", () => {
  assert.deepEqual(leavesOf([100, 200, 181], 500, 10), [[0, 1], [2]]);
  assert.deepEqual(leavesOf([300, 300, 100], 410, 10), [[0], [1, 2]]);
});

test("a part that is too high stands alone", () => {
  assert.deepEqual(leavesOf([100, 900, 100], 500, 10), [[0], [1], [2]]);
  assert.deepEqual(leavesOf([], 500, 10), []);
});

test("after the last leaf comes the first", () => {
  assert.equal(nextLeaf(0, 3), 1);
  assert.equal(nextLeaf(2, 3), 0);
  assert.equal(nextLeaf(0, 0), 0);
});
