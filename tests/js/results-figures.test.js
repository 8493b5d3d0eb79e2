import assert from "node:assert/strict";
import test from "node:test";

import { about, hundredths, units } from "../../src/punto/server/pages/results/figures.js";

test("an exact fraction is shown to two digits after the point", () => {
  assert.equal(hundredths("1/2"), "0.5");
  assert.equal(hundredths("-1/2"), "−0.5");
  assert.equal(hundredths("5/4"), "1.25");
  assert.equal(hundredths("0/1"), "0");
  assert.equal(hundredths("-2/3"), "−0.67");
  assert.equal(hundredths("-1/1000"), "0");
  assert.equal(hundredths("2469/2"), "1,234.5");
  assert.equal(hundredths("1999/1000"), "2");
});

test("an exact fraction to the unit", () => {
  assert.equal(units("1234567890123456789012/1000000000000000000"), "1,235");
  assert.equal(units("-3/2"), "−2");
});

test("a figure to the unit, halves away from nothing", () => {
  assert.deepEqual([1234.5, -2.5, -0.4, 0].map(about), ["1,235", "−3", "0", "0"]);
});
