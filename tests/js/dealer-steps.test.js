import assert from "node:assert/strict";
import { test } from "node:test";

import { needs, placeOf, stepOf, waits } from "../../src/punto/server/pages/dealer/steps.js";

const at = "2026-01-01T00:00:00Z";
const dealer = { procedure: { close_bets: { cite: "3.1", says: "" }, choice: { cite: "5.12", says: "" } } };
const coup = { number: 7, ended: null, player: ["4c", "Ts"], banker: ["5d", "Th"], turn: "player", squeeze: null, choosing: [], chosen: {}, offers: [], bets: [] };
const shoe = { number: 2, source: "physical", aside: [], finished: false, condemned: false, untouched: false };
const view = (/** @type {object} */ more) => ({ phase: "ready", coup, shoe, sign: { burn: true }, disabled: [], next: null, insurance_until: null, pending: null, ...more });
const step = (/** @type {object} */ more, left = 1) => stepOf(/** @type {any} */ (view(more)), dealer, () => left);

test("a round that is settled is declared paid before anything else", () => {
  const paid = step({ phase: "paying", shoe: { ...shoe, finished: true }, coup: { ...coup, ended: "settled" } });
  assert.deepEqual(paid, { id: "paid", command: "declare_paid" });
  assert.equal(waits(paid), false);
  assert.equal(step({ phase: "ready", coup: { ...coup, ended: "settled" } }).id, "open_bets");
});

test("while somebody chooses no card is due, and the time for it is told", () => {
  const next = step({ phase: "dealing", coup: { ...coup, choosing: ["Seat 2"] }, next: { at, waits_for: "choice" } });
  assert.deepEqual(next, { id: "choices", who: ["Seat 2"], until: at, cite: "5.12", instead: "close_choices" });
  assert.equal(waits(next), true);
  assert.equal(needs(next), null);
  assert.equal(step({ phase: "dealing", coup: { ...coup, turn: null, choosing: ["Seat 2"] } }).id, "choices");
});

test("a real card is read, one that lies aside is dealt, and a complete round is settled", () => {
  assert.deepEqual(step({ phase: "dealing" }), { id: "draw", reads: "draw_card", side: "player" });
  assert.deepEqual(step({ phase: "dealing", shoe: { ...shoe, aside: ["9h"] } }), { id: "draw", command: "draw_card", side: "player" });
  assert.equal(step({ phase: "dealing", coup: { ...coup, turn: null } }).command, "settle");
});

test("a card may be typed while insurance runs and is due when its time is over", () => {
  assert.deepEqual([step({ phase: "dealing", insurance_until: at }).id, step({ phase: "dealing", insurance_until: at }, 0).id], ["insurance", "draw"]);
  assert.equal(step({ phase: "dealing", insurance_until: at }).reads, "draw_card");
});

test("between rounds: burn, new cards, out of play, bets", () => {
  assert.deepEqual(step({ shoe: { ...shoe, untouched: true } }), { id: "burn", reads: "burn", instead: "open_bets" });
  assert.equal(step({ shoe: { ...shoe, finished: true, condemned: true } }).id, "condemned");
  assert.equal(step({ disabled: [{ what: "table" }] }).id, "disabled");
  assert.equal(step({ phase: "betting" }).cite, "3.1");
  assert.equal(waits(step({ phase: "stopped" })), true);
});

test("a place is another after each card", () => {
  const fourCards = /** @type {any} */ (view({ phase: "dealing" }));
  const fiveCards = /** @type {any} */ (view({ phase: "dealing", coup: { ...coup, player: ["4c", "Ts", "2h"] } }));
  assert.notEqual(placeOf(fourCards, { id: "draw", reads: "draw_card" }), placeOf(fiveCards, { id: "draw", reads: "draw_card" }));
});
