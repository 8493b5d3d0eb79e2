import assert from "node:assert/strict";
import { test } from "node:test";

import { longestRun } from "../../src/punto/server/pages/lib/order.js";

const staying = (numbers) => numbers.filter((_, place) => longestRun(numbers).has(place));

test("what is in order stays, all of it", () => {
  assert.deepEqual(staying([]), []);
  assert.deepEqual(staying([3]), [3]);
  assert.deepEqual(staying([0, 1, 2, 5]), [0, 1, 2, 5]);
});

test("one that goes to the front or to the end is the only one to move", () => {
  assert.deepEqual(staying([3, 0, 1, 2]), [0, 1, 2]);
  assert.deepEqual(staying([1, 2, 3, 0]), [1, 2, 3]);
});

test("the run is increasing and no longer one exists", () => {
  for (let seed = 1; seed < 200; seed++) {
    const numbers = [0, 1, 2, 3, 4, 5, 6].sort((first, second) => ((first * seed * 7919) % 31) - ((second * seed * 7919) % 31) || first - second);
    const run = staying(numbers);
    assert.deepEqual(run, [...run].sort((first, second) => first - second));
    let longest = 0;
    for (let some = 0; some < 2 ** numbers.length; some++) {
      const chosen = numbers.filter((_, place) => some & (1 << place));
      if (chosen.every((number, place) => !place || chosen[place - 1] < number)) longest = Math.max(longest, chosen.length);
    }
    assert.equal(run.length, longest);
  }
});
