// Which columns of a road are seen.

/**
 * The first column of a road that is seen where only so many fit: the last ones are. One stays free on the right, so that
 * the eye finds where the next mark goes.
 * @param {{column: number}[]} cells @param {number} columns
 */
export function firstColumn(cells, columns) {
  const last = cells.reduce((most, cell) => Math.max(most, cell.column), -1);
  return Math.max(0, last + 2 - columns);
}

/** How many columns each road has where the big road has so many: derived roads stand three side by side under it. @param {number} columns @param {number | null} beads */
export const widths = (columns, beads) => ({
  bead_plate: beads ?? Math.round(columns / 2),
  big_road: columns,
  derived: Math.max(8, Math.round((columns * 2) / 3)),
});
