import assert from "node:assert/strict";
import { test } from "node:test";

import { HEIGHT, TURNED, WIDTH, dragged, foldOf, nearestEdge, within } from "../../src/punto/server/pages/table/bend.js";

const EDGES = /** @type {const} */ (["left", "right", "top", "bottom"]);

test("a card is gripped at the edge that is nearest", () => {
  assert.equal(nearestEdge(0.1, 0.5), "left");
  assert.equal(nearestEdge(0.9, 0.5), "right");
  assert.equal(nearestEdge(0.5, 0.05), "top");
  assert.equal(nearestEdge(0.5, 0.95), "bottom");
});

test("only a drag towards the middle bends, by half its way", () => {
  assert.equal(dragged("bottom", 0, -0.5), 0.25);
  assert.equal(dragged("top", 0, 0.5), 0.25);
  assert.equal(dragged("left", 0.4, 0), 0.2);
  assert.equal(within(dragged("right", 0.4, 0)), 0);
  assert.equal(within(5), TURNED);
});

test("a card that is not bent lies whole and shows nothing", () => {
  for (const edge of EDGES) {
    const { flat, flap, crease } = foldOf(edge, 0);
    assert.deepEqual(flat, { x: 0, y: 0, width: WIDTH, height: HEIGHT });
    assert.equal(Math.min(flap.width, flap.height), 0);
    assert.equal(Math.min(crease.width, crease.height), 0);
  }
});

test("what is folded over is as much as no longer lies face down", () => {
  for (const edge of EDGES) {
    const { flat, flap } = foldOf(edge, 0.3);
    const [lies, folded] = edge === "left" || edge === "right" ? [flat.width / WIDTH, flap.width / WIDTH] : [flat.height / HEIGHT, flap.height / HEIGHT];
    assert.ok(Math.abs(lies - 0.7) < 1e-9 && Math.abs(folded - 0.3) < 1e-9, edge);
  }
});

test("the face is mirrored about the fold, and its edge comes to lie where the strip ends", () => {
  assert.deepEqual(foldOf("bottom", 0.25).flap, { x: 0, y: 70, width: WIDTH, height: 35 });
  assert.equal(foldOf("bottom", 0.25).transform, "matrix(1 0 0 -1 0 210)");
  assert.equal(foldOf("left", 0.25).transform, "matrix(-1 0 0 1 50 0)");
});
