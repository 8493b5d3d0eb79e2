// The scale on which edges of bets are compared: a square root, because the small ones are those that differ.

const MOST = 20;

/** Edges that are written under the scale, in percent. */
export const TICKS = [0, 1, 5, 10, MOST];

/** How far along the scale an edge stands, from 0 to 1; what favours the patron stands at its beginning, what is beyond it at its end. @param {number} edge in percent */
export const along = (edge) => Math.sqrt(Math.min(Math.max(edge, 0), MOST) / MOST);

/** Whether two edges stand too close for two letters. @param {number} first @param {number} second */
export const near = (first, second) => Math.abs(along(first) - along(second)) < 0.05;
