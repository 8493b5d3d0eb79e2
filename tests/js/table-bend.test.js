// How a squeezed card folds.

import assert from "node:assert/strict";
import { test } from "node:test";

import { TURNED, across, foldOf, gripAt, sizeOf } from "../../src/punto/server/pages/table/bend.js";

/** @param {[number, number][]} polygon */
const area = (polygon) => Math.abs(polygon.reduce((sum, [x, y], at) => {
  const [nx, ny] = polygon[(at + 1) % polygon.length];
  return sum + x * ny - nx * y;
}, 0)) / 2;

/** @param {string} transform @param {[number, number]} point */
function put(transform, [x, y]) {
  const [a, b, c, d, e, f] = transform.slice(7, -1).split(" ").map(Number);
  return [a * x + c * y + e, b * x + d * y + f];
}

test("a card is taken at its corners and edges", () => {
  assert.deepEqual(gripAt(0.05, 0.1), [0, 0]);
  assert.deepEqual(gripAt(0.95, 0.9), [1, 1]);
  assert.deepEqual(gripAt(0.5, 0.97), [0.5, 1]);
  assert.deepEqual(gripAt(0.02, 0.5), [0, 0.5]);
});

test("what is folded over is what no longer lies face down", () => {
  for (const across_ of [false, true]) {
    const size = sizeOf(across_);
    for (const grip of /** @type {[number, number][]} */ ([[0, 0], [1, 0], [0, 1], [1, 1], [0.5, 1], [0, 0.5], [1, 0.4], [0.6, 0]])) {
      for (const part of [0.05, 0.2, 0.4]) {
        const fold = foldOf(grip, across(grip, part, size), size);
        assert.ok(Math.abs(area(fold.flat) + area(fold.flap) - 14_000) < 0.01, `${grip} ${part}`);
        assert.ok(fold.bent > 0 && fold.bent < TURNED);
      }
    }
  }
});

test("the face shows the right way round, from the edge that is lifted", () => {
  const size = sizeOf(false);
  const fold = foldOf([0, 0.5], across([0, 0.5], 0.2, size), size);
  // A card that lies on its face has its right side at the left: the strip that comes up is that of the right edge.
  const [left] = put(fold.transform, [80, 70]);
  const [right] = put(fold.transform, [100, 70]);
  assert.ok(Math.abs(left - 20) < 0.01 && Math.abs(right - 40) < 0.01);
  const corner = foldOf([0, 0], [40, 56], size);
  const [x, y] = put(corner.transform, [100, 0]);
  assert.ok(Math.abs(x - 40) < 0.01 && Math.abs(y - 56) < 0.01);
});

test("nothing is folded before anything is drawn", () => {
  assert.deepEqual(foldOf([0, 0], [0, 0], sizeOf(false)).flap, []);
  assert.equal(foldOf([0.5, 1], [50, 140], sizeOf(false)).bent, 0);
});

test("the further it is drawn the more it is bent", () => {
  const size = sizeOf(true);
  const bent = [0.1, 0.2, 0.4, 0.6].map((part) => foldOf([0.5, 1], across([0.5, 1], part, size), size).bent);
  assert.deepEqual(bent, bent.toSorted((first, second) => first - second));
  assert.ok(bent[0] > 0.09 && bent[0] < 0.11);
});
