import assert from "node:assert/strict";
import test from "node:test";

import { sessionStep, worthReporting } from "../../src/punto/server/pages/lib/session-time.js";

const NOW = Date.parse("2026-11-18T09:00:00Z");
const at = (seconds) => new Date(NOW + seconds * 1000).toISOString();
const step = (idle, life) => sessionStep({ idle_until: idle === null ? null : at(idle), ends_at: life === null ? null : at(life) }, NOW);

test("a page waits until a minute before the end", () => {
  assert.deepEqual(step(300, 3600), { what: "wait", at: at(300), ms: 240_000 });
});

test("in the last minute it asks", () => {
  assert.deepEqual(step(60, 3600), { what: "ask", at: at(60), ms: 60_000 });
  assert.deepEqual(step(1, 3600), { what: "ask", at: at(1), ms: 1000 });
});

test("an end that no key puts off is a warning", () => {
  assert.deepEqual(step(300, 59), { what: "warn", at: at(59), ms: 59_000 });
  assert.equal(step(50, 50).what, "warn");
});

test("what is over is over", () => {
  assert.deepEqual(step(0, 3600), { what: "over", at: at(0), ms: 0 });
  assert.equal(step(300, -5).what, "over");
});

test("a display is never asked", () => {
  assert.deepEqual(step(null, null), { what: "wait", at: null, ms: Infinity });
});

test("use is reported sparingly", () => {
  assert.equal(worthReporting(-Infinity, NOW, 10), true);
  assert.equal(worthReporting(NOW - 9_999, NOW, 10), false);
  assert.equal(worthReporting(NOW - 10_000, NOW, 10), true);
});
