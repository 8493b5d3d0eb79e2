import assert from "node:assert/strict";
import { test } from "node:test";

import { handOf, leaning, paying } from "../../src/punto/server/pages/lib/leaning.js";

const row = (when, odds = "8 to 1") => ({ odds, when });
const bet = (hand, ...pays) => ({ hand, pays });

test("rows that push pay nothing", () => {
  assert.equal(paying(bet(null, row({}, "push"), row({ winner: ["tie"] }))).length, 1);
});

test("a bet on a hand leans to it", () => {
  assert.equal(leaning(bet("banker", row({ winner: ["banker"] }))), "banker");
});

test("a bet about one hand's first cards leans to that hand", () => {
  assert.equal(handOf(bet(null, row({ player_pair: [true] }))), "player");
  assert.equal(leaning(bet(null, row({ banker_pair: [true] }), row({ banker_suited_pair: [true] }, "25 to 1"))), "banker");
  assert.equal(handOf(bet(null, row({ player_pair: [true], banker_pair: [true] }))), undefined);
});

test("a bet all of whose rows ask for one winner leans to it, any other to none", () => {
  assert.equal(leaning(bet(null, row({ winner: ["tie"], points: [6] }))), "tie");
  assert.equal(leaning(bet(null, row({ winner: ["player"] }), row({ winner: ["banker"] }))), "any");
  assert.equal(leaning(bet(null, row({ twin_pair: [true] }))), "any");
});
