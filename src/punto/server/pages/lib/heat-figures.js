// How an exact figure is shown on a heat map.

/** How deep a cell's colour is: 0 at an edge of nothing, 1 at 40 percent and beyond. @param {number} edge */
export const depth = (edge) => Math.min(1, Math.sqrt(Math.abs(edge) / 40));

/**
 * A fraction as a number. Both parts may be longer than a float holds exactly; the quotient of their leading digits is
 * near enough to show.
 * @param {string} fraction
 */
export function share(fraction) {
  const [over, under = "1"] = fraction.split("/");
  const cut = Math.max(over.length, under.length) - 15;
  return cut > 0 ? Number(over.slice(0, -cut) || 0) / Number(under.slice(0, -cut)) : Number(over) / Number(under);
}
