// How a card is bent up from an edge: by p of its length, the strip of width p is folded over. It shows its face,
// mirrored, lying on what is still face down.

/** @typedef {"left" | "right" | "top" | "bottom"} Edge */
/** @typedef {{x: number, y: number, width: number, height: number}} Rect */
/** @typedef {{flat: Rect, flap: Rect, crease: Rect, transform: string}} Fold what still lies face down, what is folded over, its shadow, and how the face is mirrored there */

export const [WIDTH, HEIGHT] = [100, 140];
/** So far bent the card turns over by itself. */
export const TURNED = 0.62;
const CREASE = 9;

/** The edge that is nearest to a point of the card, in parts of its size. @param {number} x @param {number} y @returns {Edge} */
export function nearestEdge(x, y) {
  /** @type {[Edge, number][]} */
  const distances = [["left", x], ["right", 1 - x], ["top", y], ["bottom", 1 - y]];
  return distances.reduce((nearest, one) => (one[1] < nearest[1] ? one : nearest))[0];
}

/** How far a drag bends an edge: a fold goes half as far as the hand. @param {Edge} edge @param {number} x @param {number} y */
export const dragged = (edge, x, y) => ({ left: x, right: -x, top: y, bottom: -y })[edge] / 2;

/** @param {number} part */
export const within = (part) => Math.min(TURNED, Math.max(0, part));

/** @param {Edge} edge @param {number} bent @returns {Fold} */
export function foldOf(edge, bent) {
  const across = edge === "left" || edge === "right";
  const whole = across ? WIDTH : HEIGHT;
  const strip = bent * whole;
  const start = edge === "left" || edge === "top";
  const fold = start ? strip : whole - strip;
  const rect = (/** @type {number} */ from, /** @type {number} */ to) => {
    const size = Math.max(0, to - from);
    return across ? { x: from, y: 0, width: size, height: HEIGHT } : { x: 0, y: from, width: WIDTH, height: size };
  };
  const crease = Math.min(strip, CREASE);
  return {
    flat: start ? rect(fold, whole) : rect(0, fold),
    flap: start ? rect(fold, fold + strip) : rect(fold - strip, fold),
    crease: start ? rect(fold, fold + crease) : rect(fold - crease, fold),
    transform: across ? `matrix(-1 0 0 1 ${2 * fold} 0)` : `matrix(1 0 0 -1 0 ${2 * fold})`,
  };
}
