// In which stages news of a table are shown.

import assert from "node:assert/strict";
import { test } from "node:test";

import { FACE_DOWN, Reveal, framesOf, pointsOf } from "../../src/punto/server/pages/lib/reveal.js";

/** @param {string[]} player @param {string[]} banker @param {object} more @returns {any} */
const table = (player, banker, more = {}, outer = {}) => ({
  version: 1, phase: "dealing", next: null, insurance_until: null, shoe: null, pending: null, ...outer,
  coup: { number: 4, player, banker, player_points: pointsOf(player), banker_points: pointsOf(banker), ended: null, settlement: null, offers: [], insurable: false, choosing: [], drawn: [], squeeze: null, ...more },
});

/** @param {any} view @returns {any} */
const news = (view, more = {}) => ({ version: 2, view, events: [], ...more });

const SETTLED = { settlement: { winner: "player", player_points: 9, banker_points: 0 }, ended: "settled" };

test("a card slides, turns and is counted", () => {
  const before = table(["4h"], ["Kd"]);
  const frames = framesOf(before, news(table(["4h", "5h"], ["Kd"])));
  assert.deepEqual(frames.map((frame) => [frame.cue, frame.view.coup?.player.at(-1), frame.view.coup?.player_points]), [
    ["slide", FACE_DOWN, 4], ["turn", "5h", 4], ["", "5h", 9], ["", "5h", 9],
  ]);
  assert.equal(frames.at(-1)?.news?.version, 2);
});

test("nothing that follows from the last card is in a frame before it lies open", () => {
  const before = table(["4h", "5h"], ["Kd"]);
  const end = table(["4h", "5h"], ["Kd", "Kc"], SETTLED, { phase: "paying", next: { at: "", waits_for: "result" } });
  const frames = framesOf(before, news(end, { roads: { counts: {} }, events: [{ kind: "coup_settled" }] }));
  const open = frames.findIndex((frame) => frame.view.coup?.banker[1] === "Kc");
  for (const frame of frames.slice(0, open + 2)) {
    const { coup, phase, next } = frame.view;
    assert.deepEqual([coup?.settlement, coup?.ended, phase, next, frame.news], [null, null, "dealing", null, null]);
  }
  for (const frame of frames.slice(0, open)) {
    const text = JSON.stringify({ ...frame.view, coup: { ...frame.view.coup, number: 0 } });
    assert.ok(!text.includes("Kc") && !text.includes("winner"), text);
  }
  assert.deepEqual(frames.slice(open + 2).map((frame) => frame.stage), ["call", "glow", "pay", ""]);
});

test("cards that were squeezed turn where they lie", () => {
  const before = table([FACE_DOWN, FACE_DOWN], ["Kd", "Kc"], { squeeze: { by: {}, waits: [], until: "x" } });
  const frames = framesOf(before, news(table(["4h", "5h"], ["Kd", "Kc"])));
  assert.deepEqual(frames.map((frame) => frame.cue), ["turn", "", ""]);
  assert.deepEqual(frames.map((frame) => frame.view.coup?.player_points), [null, 9, 9]);
});

test("cards that are face down say nothing of what they will be", () => {
  const frames = framesOf(table([], []), news(table([FACE_DOWN, FACE_DOWN], ["2c", "3c"])));
  assert.ok(frames.every((frame) => frame.view.coup?.player_points === null));
});

test("a page that opens on a result, and cards put in another order, are shown as they are", () => {
  const other = table(["4h", "5h"], ["Kd", "Kc"], SETTLED, { phase: "paying" });
  assert.equal(framesOf({ ...other, coup: null }, news(other)).filter((frame) => frame.stage).length, 0);
  const swapped = framesOf(table(["4h", "5h"], ["Kd", "Kc"]), news(table(["Kd", "5h"], ["4h", "Kc"])));
  assert.equal(swapped.length, 1);
});

/** @param {any} view @param {boolean} [still] */
function player(view, still = false) {
  /** @type {any[]} */
  const frames = [];
  /** @type {(() => void)[]} */
  const due = [];
  const reveal = new Reveal(view, { show: (frame) => frames.push(frame), still: () => still, later: (work) => due.push(work), cancel: () => { due.length = 0; } });
  return { reveal, frames, due };
}

test("frames come one after another, and a key shows the rest at once", () => {
  const { reveal, frames, due } = player(table(["4h", "5h"], ["Kd"]));
  reveal.hear(news(table(["4h", "5h"], ["Kd", "Kc"], SETTLED, { phase: "paying" })));
  assert.equal(frames.length, 1);
  due.shift()?.();
  assert.equal(frames.length, 2);
  assert.ok(reveal.busy);
  reveal.skip();
  assert.equal(frames.length, 3);
  assert.equal(frames[2].news.version, 2);
  assert.equal(reveal.busy, false);
});

test("whoever deals quickly is kept up with", () => {
  const { reveal, frames } = player(table(["4h"], ["Kd"]));
  reveal.hear(news(table(["4h", "5h"], ["Kd"])));
  reveal.hear(news(table(["4h", "5h"], ["Kd", "Kc"]), { version: 3 }));
  assert.deepEqual(frames.map((frame) => [frame.cue, frame.news?.version]), [["slide", undefined], ["", 2], ["slide", undefined]]);
  assert.deepEqual(frames.at(-1).view.coup.banker, ["Kd", FACE_DOWN]);
  assert.equal(frames.at(-1).view.coup.player_points, 9);
});

test("the end of a round is called when the last card has turned, however late a page was told of it", () => {
  const { reveal, frames, due } = player(table(["4h", "5h"], ["Kd"]));
  reveal.hear(news(table(["4h", "5h"], ["Kd", "Kc"])));
  reveal.hear(news(table(["4h", "5h"], ["Kd", "Kc"], SETTLED, { phase: "paying" }), { version: 3 }));
  while (due.length) due.shift()?.();
  assert.deepEqual(frames.map((frame) => [frame.cue, frame.stage, frame.news?.version]), [
    ["slide", "", undefined], ["turn", "", undefined], ["", "", undefined], ["", "", 2],
    ["call", "call", undefined], ["", "glow", undefined], ["win", "pay", undefined], ["", "", 3],
  ]);
});

test("a new round does not wait, and where nothing may move everything is shown at once", () => {
  const { reveal, frames } = player(table(["4h"], ["Kd"]));
  reveal.hear(news(table(["4h", "5h"], ["Kd"])));
  reveal.hear(news(table([], [], { number: 5 }, { phase: "betting" }), { version: 3 }));
  assert.deepEqual(frames.filter((frame) => frame.news).map((frame) => frame.news.version), [2, 3]);
  const calm = player(table(["4h"], ["Kd"]), true);
  calm.reveal.hear(news(table(["4h", "5h"], ["Kd"])));
  assert.equal(calm.frames.length, 1);
});
