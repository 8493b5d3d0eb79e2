// Shares of a shoe and of a table's money.

import assert from "node:assert/strict";
import { test } from "node:test";

import { moneyOn, sharesOf } from "../../src/punto/server/pages/table/shares.js";

test("shares add up to a hundred", () => {
  assert.deepEqual(sharesOf({ banker: 1, player: 1, tie: 1 }), { banker: 34, player: 33, tie: 33 });
  assert.deepEqual(sharesOf({ banker: 22, player: 18, tie: 3 }), { banker: 51, player: 42, tie: 7 });
  assert.deepEqual(sharesOf({}), { banker: 0, player: 0, tie: 0 });
  assert.deepEqual(sharesOf({ tie: 5 }), { banker: 0, player: 0, tie: 100 });
});

test("money lies on hands and on what a tie wins, and side bets of a hand are neither", () => {
  const bets = /** @type {any[]} */ ([
    { id: "player", hand: "player", pays: [] }, { id: "banker", hand: "banker", pays: [] },
    { id: "tie", hand: null, pays: [{ odds: "8 to 1", when: { winner: ["tie"] } }] },
    { id: "pair", hand: null, pays: [{ odds: "11 to 1", when: { player_pair: ["yes"] } }] },
  ]);
  const laidBets = [{ bet: "player", stake: 50 }, { bet: "banker", stake: 100 }, { bet: "banker", stake: 25 }, { bet: "tie", stake: 5 }, { bet: "pair", stake: 500 }];
  assert.deepEqual(moneyOn(bets, laidBets), { banker: 125, player: 50, tie: 5 });
});
