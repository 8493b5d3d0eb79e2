// How a card that lies face down is peeled: a point of its edge is drawn somewhere else, and the card folds over the line
// half way between. What is folded over shows the face, the right way round, as a real card does.

/** @typedef {[number, number]} Point */
/** @typedef {{flat: Point[], flap: Point[], transform: string, crease: [Point, Point], bent: number}} Fold what still lies face down, what is folded over, how the face lies there, the line between, and how far it is bent */

/** So far bent the card turns over by itself. */
export const TURNED = 0.62;

/** The size of a card, upright or lying across. @param {boolean} across @returns {Point} */
export const sizeOf = (across) => (across ? [140, 100] : [100, 140]);

/** @param {number} part */
export const within = (part) => Math.min(1, Math.max(0, part));

/**
 * The point of a card's edge that a hand takes: the nearest corner where it is close to one, else the nearest edge.
 * @param {number} x in parts of its size @param {number} y @returns {Point} in parts of its size
 */
export function gripAt(x, y) {
  const near = (/** @type {number} */ part) => (part < 0.3 ? 0 : part > 0.7 ? 1 : null);
  const [column, row] = [near(x), near(y)];
  if (column !== null && row !== null) return [column, row];
  const distances = /** @type {[number, Point][]} */ ([[x, [0, y]], [1 - x, [1, y]], [y, [x, 0]], [1 - y, [x, 1]]]);
  return distances.reduce((nearest, pair) => (pair[0] < nearest[0] ? pair : nearest))[1];
}

/** A point at a part of the way from the grip across the card. @param {Point} grip @param {number} part @param {Point} size @returns {Point} */
export function across([gx, gy], part, [width, height]) {
  const [from, to] = [[gx * width, gy * height], [(1 - gx) * width, (1 - gy) * height]];
  // Of an edge only the way straight across counts.
  const straight = gx !== 0 && gx !== 1 ? [from[0], to[1]] : gy !== 0 && gy !== 1 ? [to[0], from[1]] : to;
  return [from[0] + (straight[0] - from[0]) * 2 * part, from[1] + (straight[1] - from[1]) * 2 * part];
}

/** The part of a polygon on one side of a line: where `side` is not below nothing. @param {Point[]} polygon @param {(point: Point) => number} side @returns {Point[]} */
function cut(polygon, side) {
  return polygon.flatMap((point, at) => {
    const next = polygon[(at + 1) % polygon.length];
    const [here, there] = [side(point), side(next)];
    /** @type {Point[]} */
    const points = here >= 0 ? [point] : [];
    if ((here < 0) !== (there < 0)) {
      const part = here / (here - there);
      points.push([point[0] + (next[0] - point[0]) * part, point[1] + (next[1] - point[1]) * part]);
    }
    return points;
  });
}

/**
 * The fold of a card whose point at the grip is drawn to another place.
 * @param {Point} grip in parts of its size @param {Point} to in the card's own units @param {Point} size @returns {Fold}
 */
export function foldOf(grip, to, size) {
  const [width, height] = size;
  const from = [grip[0] * width, grip[1] * height];
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const far = Math.hypot(dx, dy);
  /** @type {Point[]} */
  const card = [[0, 0], [width, 0], [width, height], [0, height]];
  if (far < 0.5) return { flat: card, flap: [], transform: "", crease: [[0, 0], [0, 0]], bent: 0 };
  const [nx, ny] = [dx / far, dy / far];
  const middle = [from[0] + dx / 2, from[1] + dy / 2];
  const side = (/** @type {Point} */ [x, y]) => (x - middle[0]) * nx + (y - middle[1]) * ny;
  const reflect = (/** @type {Point} */ point) => {
    const off = 2 * side(point);
    return /** @type {Point} */ ([point[0] - off * nx, point[1] - off * ny]);
  };
  const lifted = cut(card, (point) => -side(point));
  const on = 2 * (middle[0] * nx + middle[1] * ny);
  // The face under a card that lies on it is seen from behind; folded over it is seen from the front again.
  const [a, b, c, d] = [1 - 2 * nx * nx, -2 * nx * ny, -2 * nx * ny, 1 - 2 * ny * ny];
  const transform = `matrix(${[-a, -b, c, d, a * width + on * nx, b * width + on * ny].map((number) => number.toFixed(4)).join(" ")})`;
  const crease = lifted.filter((point) => Math.abs(side(point)) < 1e-6);
  const whole = Math.abs(nx) * width + Math.abs(ny) * height;
  return { flat: cut(card, side), flap: lifted.map(reflect), transform, crease: [crease[0] ?? [0, 0], crease[1] ?? [0, 0]], bent: within(far / 2 / whole) };
}

/** @param {Point[]} polygon */
export const pointsText = (polygon) => polygon.map((point) => point.map((number) => number.toFixed(2)).join(",")).join(" ");
