import assert from "node:assert/strict";
import { test } from "node:test";

import { denominations } from "../../src/punto/server/pages/table/denominations.js";
import { handsOf } from "../../src/punto/server/pages/table/hands-of.js";
import { offersTo } from "../../src/punto/server/pages/table/offers.js";
import { firstBox, stancesAt } from "../../src/punto/server/pages/table/seats.js";

const seat = (patron, box, stance = "seated") => ({ patron, box, stance });

test("one sits where one bets, else where one sat last, else at the first free box", () => {
  assert.equal(firstBox([seat("Ann", 1), seat("Me", 4)], "Me", 7, 2), 4);
  assert.equal(firstBox([seat("Ann", 1)], "Me", 7, 2), 2);
  assert.equal(firstBox([seat("Ann", 1), seat("Bob", 2, "standing")], "Me", 7, 9), 2);
  assert.equal(firstBox([seat("Ann", 1)], "Me", 1, 0), 1);
});

test("where somebody sits others stand, and nobody changes while they bet", () => {
  assert.deepEqual(stancesAt([seat("Ann", 1)], "Me", 1), ["standing"]);
  assert.deepEqual(stancesAt([seat("Ann", 1)], "Me", 2), ["seated", "standing"]);
  assert.deepEqual(stancesAt([seat("Me", 1, "standing")], "Me", 1), ["standing"]);
});

test("the fifth card is the hand's whose total it makes", () => {
  const whole = (cards, player_points, banker_points) => handsOf({ cards, player_points, banker_points });
  assert.deepEqual(whole("3h 9c 3d 5s | 9d", 5, 4), { player: ["3h", "3d", "9d"], banker: ["9c", "5s"] });
  assert.deepEqual(whole("7h 2c Td 3s | 4d", 7, 9), { player: ["7h", "Td"], banker: ["2c", "3s", "4d"] });
  assert.deepEqual(whole("2h 2c Td Ks 4d 5s", 6, 7), { player: ["2h", "Td", "4d"], banker: ["2c", "Ks", "5s"] });
  assert.deepEqual(whole("9h 2c Kd 5s", 9, 7), { player: ["9h", "Kd"], banker: ["2c", "5s"] });
});

test("the rack holds whole smallest chips between the least that any bet takes and the maximum", () => {
  assert.deepEqual(denominations({ chip: 5, stake_min: 25, stake_max: 500 }), [25, 100, 500]);
  assert.deepEqual(denominations({ chip: 5, stake_min: 25, stake_max: 500, bet_limits: { tie: [5, 100] } }), [5, 25, 100, 500]);
  assert.deepEqual(denominations({ chip: 5, stake_min: 25, stake_max: 900, denominations: [1000, 200, 50, 5] }), [50, 200]);
  assert.ok(denominations({ chip: 1, stake_min: 1, stake_max: null }).length === 6);
});

test("a minimum that no chip is worth can be bet", () => {
  assert.deepEqual(denominations({ chip: 1, stake_min: 300, stake_max: 5000 }), [300, 500, 1000, 5000]);
  assert.deepEqual(denominations({ chip: 1, stake_min: 50, stake_max: 500, denominations: [25] }), [50, 100, 500]);
  assert.deepEqual(denominations({ chip: 20, stake_min: 50, stake_max: 90, denominations: [100] }), [60]);
});

const offer = { window: "after_four_cards", insures: "banker", player: 5, banker: 6, odds: "4 to 1", wins_on: "loss", cite: "3.12", most: [{ patron: "Me", box: 3, most: 150 }, { patron: "Ann", box: 1, most: 10 }] };
const coup = {
  number: 7, offers: [offer],
  bets: [{ patron: "Me", box: 3, bet: "banker", stake: 1200, plays: 1000 }],
  insurance: [{ patron: "Me", box: 3, insures: "banker", window: "after_four_cards", stake: 100 }],
};
const felt = { bets: [{ id: "banker", hand: "banker" }] };

test("an offer to me says what it insures, what is taken, and what is left", () => {
  const [mine, ...others] = offersTo({ phase: "dealing", coup }, "Me", felt);
  assert.deepEqual(others, []);
  assert.deepEqual([mine.box, mine.most, mine.original, mine.insured, mine.key], [3, 150, 1000, 100, "7/after_four_cards/banker/3"]);
});

test("nothing is offered between rounds, nor to whoever has no bet", () => {
  assert.deepEqual(offersTo({ phase: "betting", coup }, "Me", felt), []);
  assert.deepEqual(offersTo({ phase: "dealing", coup }, "Bob", felt), []);
});
