import assert from "node:assert/strict";
import { test } from "node:test";

import { dayOf, daysOf, joined } from "../../src/punto/server/pages/history/days.js";

/** @param {string} table @param {number} coup @param {string} at @param {number} net @returns {any} */
const round = (table, coup, at, net) => ({ table, coup, at, net });

test("rounds of one day come to one sum", () => {
  const days = daysOf([round("a", 3, "2026-11-18T12:00:00", 50), round("b", 9, "2026-11-18T09:00:00", -20), round("a", 2, "2026-11-17T12:00:00", 5)]);
  assert.deepEqual(days.map(({ day, net, rounds }) => [day, net, rounds.length]), [["2026-11-18", 30, 2], ["2026-11-17", 5, 1]]);
  assert.equal(dayOf("2026-01-02T03:04:05"), "2026-01-02");
});

test("a round that is told twice stands once", () => {
  const rounds = [round("a", 3, "", 1), round("a", 2, "", 1)];
  assert.deepEqual(joined(rounds, [round("a", 2, "", 1), round("b", 2, "", 1)]).map((round) => `${round.table}${round.coup}`), ["a3", "a2", "b2"]);
});
