// Who has chips at which tables. Nothing here draws.

/** @typedef {{table: Api.PitTableView, here: Api.AtCoup}} Place */

/** Everybody with chips on a table, by name, with each table they are at. @param {Api.PitTableView[]} tables @returns {{patron: string, places: Place[], staked: number}[]} */
export function whereabouts(tables) {
  /** @type {Map<string, Place[]>} */
  const byPatron = new Map();
  for (const table of tables) {
    for (const here of table.people) byPatron.set(here.patron, [...(byPatron.get(here.patron) ?? []), { table, here }]);
  }
  return [...byPatron].map(([patron, places]) => ({ patron, places, staked: places.reduce((sum, place) => sum + place.here.staked, 0) }))
    .toSorted((row, other) => row.patron.localeCompare(other.patron, "en", { numeric: true }));
}

/** What the house can lose on all tables together. @param {Pick<Api.PitTableView, "exposure">[]} tables */
export const exposureOf = (tables) => tables.reduce((sum, table) => sum + Math.max(0, table.exposure ?? 0), 0);
