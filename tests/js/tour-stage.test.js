import assert from "node:assert/strict";
import { test } from "node:test";

import { after, insurable, netOf, stageOf } from "../../src/punto/server/pages/tour/stage.js";

/** @param {object} more @returns {any} */
const coup = (more) => ({ bets: [], player: [], banker: [], settlement: null, offers: [], ...more });

test("a lesson goes from the bet to its end", () => {
  assert.equal(stageOf({ phase: "betting", coup: coup({}) }), "bet");
  assert.equal(stageOf({ phase: "betting", coup: coup({ bets: [{}] }) }), "ready");
  assert.equal(stageOf({ phase: "dealing", coup: coup({ player: ["4h"] }) }), "dealing");
  assert.equal(stageOf({ phase: "dealing", coup: coup({ player: ["4h", "2c"], banker: ["2s", "3s"] }) }), "four");
  assert.equal(stageOf({ phase: "dealing", coup: coup({ player: ["4h", "2c", "5c"], banker: ["2s", "3s"] }) }), "five");
  assert.equal(stageOf({ phase: "paying", coup: coup({ settlement: { lines: [] } }) }), "over");
});

test("a round comes to what is paid back less what was staked", () => {
  assert.equal(netOf(coup({ settlement: { lines: [{ payback: 200, stake: 100 }, { payback: 0, stake: 50 }] } })), 50);
  assert.equal(netOf(null), 0);
});

test("insurance is that of one's own bet, as much as it takes", () => {
  const offers = [{ insures: "banker", odds: "2 to 1", most: [{ patron: "Other", box: 2, most: 9 }, { patron: "Me", box: 1, most: 50 }] }];
  assert.deepEqual(insurable(coup({ offers }), "Me"), { insures: "banker", odds: "2 to 1", most: 50 });
  assert.equal(insurable(coup({ offers }), "Nobody"), null);
});

test("after the last lesson there is none", () => {
  assert.equal(after(["a", "b"], "a"), "b");
  assert.equal(after(["a", "b"], "b"), null);
});
