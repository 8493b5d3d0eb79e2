import assert from "node:assert/strict";
import { test } from "node:test";

import { chipsOf, drawnCards, fieldsOf, kindOf, movesMoney } from "../../src/punto/server/pages/pit/answers.js";
import { isNew, mattersAt } from "../../src/punto/server/pages/pit/matters.js";
import { preparedOf } from "../../src/punto/server/pages/pit/prepared.js";
import { isSame } from "../../src/punto/server/pages/pit/same.js";

const answer = (confirm, reconstruct = null) => ({ confirm, reconstruct });
const row = (now, then) => ({ patron: "Seat 1", now, then, collect: Math.max(0, now - then), hand_out: Math.max(0, then - now) });

test("an answer is one of four kinds, and says no more than it was asked", () => {
  assert.equal(kindOf(answer(true)), "confirm");
  assert.equal(kindOf(answer(true, true)), "in_order");
  assert.equal(kindOf(answer(true, false)), "not_in_order");
  assert.equal(kindOf(answer(false)), "dismiss");
  assert.deepEqual(fieldsOf(answer(true)), { confirm: true });
  assert.deepEqual(fieldsOf(answer(true, false)), { confirm: true, reconstruct: false });
});

test("chips to collect and to hand out are summed apart", () => {
  const money = [row(300, 0), row(-500, 0), row(20, 20)];
  assert.deepEqual(chipsOf({ money }), { collect: 300, handOut: 500 });
  assert.equal(movesMoney({ money }), true);
  assert.equal(movesMoney({ money: [row(20, 20)] }), false);
});

test("a card that was read wrongly is marked in the order drawn, unless it is of an earlier round", () => {
  const report = { what: "misread_card", place: 2, cards: "9c", of_coup: 0 };
  const drawn = ["9h", "2c"];
  assert.deepEqual(drawnCards({ drawn, report }).map((card) => [card.place, card.face, card.really]), [[1, "9h", ""], [2, "2c", "9c"]]);
  assert.deepEqual(drawnCards({ drawn, report: { ...report, of_coup: 3 } }).map((card) => card.really), ["", ""]);
});

test("another report at the same table is a new matter, one that goes is none", () => {
  const at = (what, since) => [{ table: "a", pending: what && { what, since }, waiting: [] }];
  const first = mattersAt(at("interruption", "10:00"));
  assert.equal(isNew(new Set(), first), true);
  assert.equal(isNew(first, mattersAt(at("interruption", "10:00"))), false);
  assert.equal(isNew(first, mattersAt(at("interruption", "10:05"))), true);
  assert.equal(isNew(first, mattersAt(at(null, ""))), false);
  const matters = (...numbers) => mattersAt([{ table: "a", pending: null, waiting: numbers }]);
  assert.equal(isNew(matters(1), matters(1)), false);
  assert.equal(isNew(matters(1), matters(1, 2)), true);
});

test("values are the same however deep they are", () => {
  assert.equal(isSame({ a: [1, 2], b: null }, { b: null, a: [1, 2] }), true);
  assert.equal(isSame({ a: [1, 2] }, { a: [1, 3] }), false);
  assert.equal(isSame({ a: 1 }, { a: 1, b: undefined }), false);
  assert.equal(isSame({}, null), false);
});

test("a sign that waits is told by what it says otherwise", () => {
  const sign = { stake_min: 25, bet_limits: { tie: [5, 50] }, face_down: false };
  assert.equal(preparedOf({ sign, prepared: null }), null);
  assert.deepEqual(preparedOf({ sign, prepared: { ...sign, bet_limits: { tie: [5, 50] }, stake_min: 50 } }), { stake_min: 50 });
});
