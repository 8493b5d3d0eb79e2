import assert from "node:assert/strict";
import { test } from "node:test";

import { MOST, addressOf, shownAtOnce, tablesOf } from "../../src/punto/server/pages/table/felts.js";

test("an address names the tables that stand side by side, each once and not more than four", () => {
  assert.deepEqual(tablesOf("a"), ["a"]);
  assert.deepEqual(tablesOf("a+b+a++c"), ["a", "b", "c"]);
  assert.equal(tablesOf("a+b+c+d+e+f").length, MOST);
  assert.equal(addressOf(["a"]), "/table/a");
  assert.equal(addressOf(["a b", "c", "d"]), "/table/a%20b+c+d");
});

test("a felt is never narrower than it can be played on: a phone shows one of several, upright and on its side", () => {
  assert.equal(shownAtOnce(3, 1440, 900), 3);
  assert.equal(shownAtOnce(4, 1280, 720), 4);
  assert.equal(shownAtOnce(4, 1024, 768), 3);
  assert.equal(shownAtOnce(2, 768, 1024), 2);
  assert.equal(shownAtOnce(3, 390, 844), 1);
  assert.equal(shownAtOnce(3, 844, 390), 1);
  assert.equal(shownAtOnce(2, 300, 600), 1);
});
