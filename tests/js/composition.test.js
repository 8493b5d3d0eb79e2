import assert from "node:assert/strict";
import { test } from "node:test";

import { SIGNS, Shoe } from "../../src/punto/server/pages/lib/composition.js";
import { depth, share } from "../../src/punto/server/pages/lib/heat-figures.js";

test("a shoe of eight decks is fresh and whole", () => {
  const shoe = new Shoe(8);
  assert.equal(shoe.total, 416);
  assert.ok(shoe.fresh);
});

test("a count stays between nothing and the whole, and says when it changes", () => {
  const shoe = new Shoe(8);
  let changes = 0;
  shoe.addEventListener("change", () => changes++);
  shoe.set("A", 99);
  assert.equal(changes, 0, "32 is all there is, and it was 32");
  shoe.set("A", -4);
  shoe.set("K", Number("x"));
  assert.deepEqual([shoe.counts.A, shoe.counts.K, changes], [0, 0, 2]);
  assert.ok(!shoe.fresh);
});

test("the server reads the counts in the order of the ranks", () => {
  const shoe = new Shoe(1);
  shoe.set("T", 2);
  assert.equal(shoe.text, "A:4,2:4,3:4,4:4,5:4,6:4,7:4,8:4,9:4,T:2,J:4,Q:4,K:4");
  shoe.all((count) => Math.floor(count / 2));
  assert.equal(shoe.total, SIGNS.length * 2 - 1);
});

test("a fraction longer than a number holds is shown near enough", () => {
  assert.equal(share("1/4"), 0.25);
  assert.equal(share("0/1"), 0);
  const long = "123456789".repeat(4);
  assert.ok(Math.abs(share(`${long}/${long}0`) - 0.1) < 1e-9);
});

test("the colour is deepest at 40 percent", () => {
  assert.deepEqual([depth(0), depth(10), depth(-40), depth(90)], [0, 0.5, 1, 1]);
});
