import assert from "node:assert/strict";
import { test } from "node:test";

import { EVERYTHING, arranged, remembered, roadLength, turned } from "../../src/punto/server/pages/lobby/choice.js";

/** @param {string} table @param {object} more @returns {any} */
const row = (table, more) => ({
  table, rulebook: "a@1", phase: "betting", free_boxes: [1], next: null, sign: { stake_min: 25 }, roads: { good_roads: [] }, ...more,
});

const ROWS = [
  row("one", { sign: { stake_min: 100 }, roads: { good_roads: [{ name: "doubles", length: 3 }] } }),
  row("two", { phase: "dealing", rulebook: "b@2", next: { at: "2026-11-18T12:00:09Z", waits_for: "card" } }),
  row("three", { free_boxes: [], next: { at: "2026-11-18T12:00:05Z", waits_for: "bets" }, roads: { good_roads: [{ name: "ping_pong", length: 5 }] } }),
  row("four", { sign: null, next: { at: "2026-11-18T12:00:08Z", waits_for: "bets" } }),
];

/** @param {Partial<import("../../src/punto/server/pages/lobby/choice.js").Choice>} choice */
const names = (choice) => arranged(ROWS, { ...EVERYTHING, ...choice }).map((row) => row.table);

test("tables stand as in the house until somebody chooses", () => {
  assert.deepEqual(names({}), ["one", "two", "three", "four"]);
});

test("each order, and what is equal stays in the house's", () => {
  assert.deepEqual(names({ sort: "minimum" }), ["two", "three", "one", "four"]);
  assert.deepEqual(names({ sort: "time" }), ["one", "four", "three", "two"]);
  assert.deepEqual(names({ sort: "roads" }), ["one", "three", "two", "four"]);
});

test("what is wanted must all be so", () => {
  assert.deepEqual(names({ game: "b" }), ["two"]);
  assert.deepEqual(names({ wants: ["betting"] }), ["one", "three", "four"]);
  assert.deepEqual(names({ wants: ["betting", "free"] }), ["one", "four"]);
  assert.deepEqual(names({ wants: ["road", "free"] }), ["one"]);
});

test("a pair of doubles is two wins", () => {
  assert.equal(roadLength(ROWS[0]), 6);
  assert.equal(roadLength(ROWS[1]), 0);
});

test("a choice is remembered as far as it still means something", () => {
  const choice = turned({ ...EVERYTHING, sort: "roads" }, "free");
  assert.deepEqual(remembered(JSON.stringify(choice)), choice);
  assert.deepEqual(turned(choice, "free").wants, []);
  assert.deepEqual(remembered('{"sort": "luck", "game": 3, "wants": ["free", "all"]}'), { sort: "house", game: "", wants: ["free"] });
  for (const text of [null, "", "nonsense", "4", "[]"]) assert.equal(remembered(text).sort, "house");
});
