import assert from "node:assert/strict";
import { test } from "node:test";

import { exactly, money, percent, ratio, readOdds, short, signed, winnings } from "../../src/punto/server/pages/lib/money.js";

test("units are grouped, with a sign where one is asked for", () => {
  assert.deepEqual([money(12_500), signed(1_200), signed(-50), signed(0)], ["12,500", "+1,200", "−50", "0"]);
  assert.deepEqual([-123, -1_234, 999, 1_000, 1_234_567].map(money), ["−123", "−1,234", "999", "1,000", "1,234,567"]);
  assert.equal(money(-12_345_678_901_234_567_890n), "−12,345,678,901,234,567,890");
});

test("what stands on a chip is short and exact", () => {
  assert.deepEqual([1, 500, 1_000, 2_500, 25_000, 1_000_000, 1_250_000].map(short), ["1", "500", "1K", "2.5K", "25K", "1M", "1.25M"]);
});

test("printed odds are fractions of what is won on top of the stake", () => {
  assert.deepEqual(readOdds("8 to 1"), { over: 8, under: 1 });
  assert.deepEqual(readOdds("1.5 to 1"), { over: 15, under: 10 });
  assert.deepEqual(readOdds("1 to 2"), { over: 1, under: 2 });
  assert.deepEqual(readOdds("21 for 1"), { over: 20, under: 1 });
  assert.deepEqual(readOdds("0.95"), { over: 95, under: 100 });
  assert.equal(readOdds("push"), null);
});

test("winnings are rounded down to whole units", () => {
  assert.equal(winnings(100, "8 to 1"), 800);
  assert.equal(winnings(25, "1.5 to 1"), 37);
  assert.equal(winnings(25, "1 to 2"), 12);
  assert.equal(winnings(100, "push"), 0);
});

test("ratios and percentages as they are printed", () => {
  assert.equal(ratio("8 to 1"), "8 : 1");
  assert.equal(percent(1.0579), "1.06 %");
});

test("an exact amount is written in digits where they end, else as its fraction", () => {
  assert.deepEqual(["25/2", "95/4", "1/8", "2501/2", "37/3", "12", "2000000000000001/2"].map(exactly),
    ["12.5", "23.75", "0.125", "1,250.5", "37/3", "12", "1,000,000,000,000,000.5"]);
});
