import assert from "node:assert/strict";
import { test } from "node:test";

import { deadline, inFigures, timeGiven } from "../../src/punto/server/pages/lib/time-left.js";

test("seconds as people read them", () => {
  assert.deepEqual([-1, 0, 0.2, 42, 59.5, 60, 67, 3594].map(inFigures), ["0", "0", "1", "42", "1:00", "1:00", "1:07", "59:54"]);
});

const at = "2026-01-01T00:00:00Z";

test("a table's clock runs to its next step, else to the end of insurance", () => {
  assert.deepEqual(deadline({ next: { at, waits_for: "card" }, insurance_until: "later" }), { at, what: "card" });
  assert.deepEqual(deadline({ next: null, insurance_until: at }), { at, what: "insurance" });
  assert.equal(deadline({ next: null, insurance_until: null }), null);
});

test("only what people have time for is given time", () => {
  for (const what of ["bets", "insurance", "choice"]) assert.deepEqual(timeGiven({ next: { at, waits_for: what }, insurance_until: null }), { at, what });
  for (const what of ["card", "result", "shoe", "squeeze"]) assert.equal(timeGiven({ next: { at, waits_for: what }, insurance_until: null }), null);
});
