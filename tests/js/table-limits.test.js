import assert from "node:assert/strict";
import { test } from "node:test";

import { limitsOn, rangeOf, roomFor, sidesOf } from "../../src/punto/server/pages/table/limits.js";

const felt = {
  bets: [{ id: "player", hand: "player" }, { id: "banker", hand: "banker" }, { id: "tie", hand: null }],
  limits: { maximum: "1.1", differential: "2.1", pro_rata: "2.2" },
};
const sign = { stake_min: 25, stake_max: 5_000, differential_max: 1_000, bet_limits: { tie: [5, 500] }, chip: 25, limits: "enforced", wallets: true };
const [player, banker, tie] = felt.bets;
const about = (bet, more = {}) => ({ sign, felt, bets: [], box: 1, bet, mine: 0, wallet: 100_000, ...more });

test("a bet has its own limits or the table's", () => {
  assert.deepEqual(rangeOf(sign, "tie"), { least: 5, most: 500 });
  assert.deepEqual(rangeOf(sign, "player"), { least: 25, most: 5_000 });
  assert.deepEqual(rangeOf({ ...sign, stake_max: null }, "player"), { least: 25, most: null });
});

test("both hands of one box are counted, and no other box", () => {
  const bets = [{ box: 1, bet: "player", stake: 100 }, { box: 1, bet: "banker", stake: 50 }, { box: 2, bet: "banker", stake: 900 }, { box: 1, bet: "tie", stake: 25 }];
  assert.deepEqual(sidesOf(felt, bets, 1), { player: 100, banker: 50 });
});

test("the nearest limit says how much more there is room for, in whole chips", () => {
  assert.equal(roomFor(about(player)).by.name, "differential");
  assert.equal(roomFor(about(player)).more, 1_000);
  const against = [{ box: 1, bet: "banker", stake: 6_000 }];
  assert.equal(roomFor(about(player, { bets: against })).by.name, "maximum");
  assert.equal(roomFor(about(banker, { bets: against })).more, 0);
  assert.equal(roomFor(about(tie, { wallet: 130 })).more, 125);
});

test("limits that are only observed refuse nothing and warn", () => {
  const room = roomFor(about(tie, { sign: { ...sign, limits: "observed" }, mine: 600, wallet: null }));
  assert.deepEqual([room.more, room.least, room.by], [Infinity, 0, null]);
  assert.deepEqual([room.warns.name, room.warns.more], ["maximum", -100]);
});

test("whoever only watches has no wallet to be limited by", () => {
  assert.deepEqual(limitsOn(about(tie, { wallet: null })).map((limit) => limit.name), ["maximum"]);
});
