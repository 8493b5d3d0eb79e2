import assert from "node:assert/strict";
import { test } from "node:test";

import { CardEntry, cardIn } from "../../src/punto/server/pages/dealer/entry.js";
import { BettingPause } from "../../src/punto/server/pages/dealer/pause.js";
import { placeIn, placesOf } from "../../src/punto/server/pages/dealer/places.js";
import { reportOf, rowsOf, surplusKind } from "../../src/punto/server/pages/dealer/report.js";
import { Scan } from "../../src/punto/server/pages/dealer/scan.js";

test("cards as people and scanners write them", () => {
  assert.deepEqual(["9d", "10S", "th", " 1c ", "0h", "", "9", "9x", "z9", "100d"].map(cardIn), ["9d", "Ts", "Th", "Ac", "Th", "", "", "", "", ""]);
});

test("a card is sent once, and stays until it is taken", () => {
  const entry = new CardEntry();
  /** @type {string[]} */
  const sent = [];
  entry.addEventListener("card", (event) => sent.push(/** @type {CustomEvent<string>} */ (event).detail));
  for (const key of ["1", "0", "s", "Enter", "Enter"]) assert.equal(entry.take(key), true);
  assert.deepEqual(sent, ["Ts"]);
  entry.answered(false);
  entry.take("Enter");
  entry.answered(true);
  assert.deepEqual([sent.length, entry.card, entry.take("Enter"), entry.take("x")], [2, "", false, false]);
});

/** @param {Scan} scan @param {string[]} keys @param {number} began @param {number} apart @param {{field?: string}} [where] */
const keyed = (scan, keys, began, apart, where) => keys.map((key, at) => scan.take(key, began + at * apart, where)).at(-1);

test("a card that is not due is taken with its Enter; an Enter alone is not", () => {
  const scan = new Scan();
  assert.deepEqual(keyed(scan, ["4", "c", "Enter"], 0, 5), { is: "card", card: "4c" });
  assert.equal(scan.take("Enter", 20), null);
  assert.deepEqual(keyed(scan, ["1", "0", "H", "Enter"], 100, 400), { is: "card", card: "Th" });
  // A scan that went wrong presses nothing either.
  assert.deepEqual(keyed(scan, ["4", "Enter"], 5000, 5), { is: "nothing" });
  assert.deepEqual(keyed(scan, ["5", "4", "Shift", "C", "Enter"], 6000, 5), { is: "card", card: "4c" });
  assert.equal(scan.take("r", 6100), null);
  // What was pressed long ago does not hold the next step up.
  scan.take("4", 7000);
  assert.equal(scan.take("Enter", 11_000), null);
});

test("in a field only a scanner is fast enough to be one", () => {
  const scan = new Scan();
  assert.deepEqual(keyed(scan, ["4", "c", "Enter"], 0, 20, { field: "300" }), { is: "card", card: "4c" });
  assert.equal(scan.before, "300");
  assert.equal(keyed(scan, ["4", "c", "Enter"], 1000, 300, { field: "300" }), null);
});

test("the bets do not turn twice within a second", () => {
  const pause = new BettingPause();
  pause.hear("betting", 0);
  assert.equal(pause.left("close_bets", 0), 0);
  pause.hear("dealing", 5000);
  pause.hear("dealing", 5400);
  assert.deepEqual([pause.left("open_bets", 5400), pause.left("draw_card", 5400), pause.left("open_bets", 6000)], [600, 0, 0]);
  pause.hear("betting", 7000);
  assert.deepEqual([pause.left("close_bets", 7999), pause.left(undefined, 7999)], [1, 0]);
});

test("cards are named by their places in the order drawn", () => {
  const coup = { player: ["4c", "Ts", "2h"], banker: ["5d", "Th"], drawn: ["4c", "5d", "Ts", "Th", "2h"] };
  assert.deepEqual(placesOf(coup).map(({ face, side }) => [face, side]), [["4c", "player"], ["5d", "banker"], ["Ts", "player"], ["Th", "banker"], ["2h", "player"]]);
  assert.equal(placeIn(placesOf(coup), "player", 2), 5);
  assert.equal(placeIn(placesOf({ ...coup, drawn: [], banker: ["5d", "Th", "3s"], player: ["??", "??"] }), "banker", 2), 5);
  const otherwise = placesOf({ ...coup, drawn: ["5d", "4c", "Ts", "Th", "2h"] });
  assert.deepEqual(otherwise[0], { place: 1, face: "5d", side: null });
  assert.equal(placeIn(otherwise, "player", 0), 0);
  assert.deepEqual(placesOf(null), []);
});

test("a report says what its kind takes, and nothing else", () => {
  const values = { note: " seen ", place: "3", patron: "Seat 2", box: "1", cards: "", reconstruct: "no" };
  const more = { card: "9d", rows: [{ id: 5, box: 2, bet: "tie", stake: 50 }] };
  assert.deepEqual(reportOf({ what: "misread_card", fields: ["place", "card"] }, values, more), { what: "misread_card", note: "seen", place: 3, card: "9d" });
  assert.deepEqual(reportOf({ what: "misplaced_bet", fields: ["patron", "lay"] }, values, more),
    { what: "misplaced_bet", note: "seen", patron: "Seat 2", lay: [{ box: 2, bet: "tie", stake: 50 }] });
  assert.deepEqual(reportOf({ what: "misplaced_bet", fields: ["patron", "lay"] }, values, { ...more, rows: [] }).lay, []);
  assert.deepEqual(reportOf({ what: "wrong_area", fields: ["cards", "reconstruct"] }, values, more), { what: "wrong_area", note: "seen", reconstruct: false });
});

test("a form begins with what is on record, and with the likely kind", () => {
  const bet = { patron: "Seat 2", box: 2, bet: "tie", stake: 50 };
  assert.deepEqual(rowsOf(/** @type {any} */ ({ bets: [bet, { ...bet, patron: "Guest" }] }), "Seat 2"), [{ id: 0, box: 2, bet: "tie", stake: 50 }]);
  assert.deepEqual([surplusKind("betting"), surplusKind("paying")], ["exposed_card", "extra_card"]);
});
