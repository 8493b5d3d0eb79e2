// Which tables the lobby shows and in which order, as somebody has chosen. Nothing here draws.

export const SORTS = /** @type {const} */ (["house", "minimum", "time", "roads"]);
export const WANTS = /** @type {const} */ (["betting", "free", "road"]);

/** @typedef {typeof SORTS[number]} Sort */
/** @typedef {typeof WANTS[number]} Want */
/** @typedef {{sort: Sort, game: string, wants: Want[]}} Choice `game` is a rulebook, or empty for all */

/** @type {Choice} */
export const EVERYTHING = { sort: "house", game: "", wants: [] };

/** What somebody chose before, as far as it can still be chosen. @param {string | null} text @returns {Choice} */
export function remembered(text) {
  /** @type {{[K in keyof Choice]?: unknown} | null} */
  let stored;
  try {
    stored = /** @type {typeof stored} */ (JSON.parse(text ?? "null"));
  } catch {
    return EVERYTHING;
  }
  if (typeof stored !== "object" || stored === null) return EVERYTHING;
  const { wants } = stored;
  return {
    sort: SORTS.find((sort) => sort === stored.sort) ?? EVERYTHING.sort,
    game: typeof stored.game === "string" ? stored.game : "",
    wants: WANTS.filter((want) => Array.isArray(wants) && wants.includes(want)),
  };
}

/** @param {Choice} choice @param {Want} want @returns {Choice} */
export const turned = (choice, want) => ({
  ...choice, wants: choice.wants.includes(want) ? choice.wants.filter((other) => other !== want) : [...choice.wants, want],
});

/** @typedef {Pick<Api.LobbyRow, "rulebook" | "phase" | "free_boxes" | "next" | "sign" | "roads">} Row */

/** @type {Record<Want, (row: Row) => boolean>} */
const FITS = {
  betting: (row) => row.phase === "betting",
  free: (row) => row.free_boxes.length > 0,
  road: (row) => row.roads.good_roads.length > 0,
};

/** The longest of a table's good roads; a pair of doubles is two wins. @param {Row} row */
export const roadLength = (row) => Math.max(0, ...row.roads.good_roads.map((road) => (road.name === "doubles" ? road.length * 2 : road.length)));

/** When the bets of a table close: at no time where a person closes them, long ago where none are taken. @param {Row} row */
function closes(row) {
  if (row.phase !== "betting") return -Infinity;
  return row.next ? Date.parse(row.next.at) : Infinity;
}

/** @type {Record<Sort, (row: Row, other: Row) => number>} */
const ORDERS = {
  house: () => 0,
  minimum: (row, other) => (row.sign?.stake_min ?? Infinity) - (other.sign?.stake_min ?? Infinity),
  time: (row, other) => (closes(row) === closes(other) ? 0 : closes(other) - closes(row)),
  roads: (row, other) => roadLength(other) - roadLength(row),
};

/** A game by the document, whatever its edition. @param {Row} row */
export const gameOf = (row) => row.rulebook?.split("@")[0] ?? "";

/** @template {Row} R @param {R[]} rows @param {Choice} choice @returns {R[]} */
export const arranged = (rows, choice) => rows
  .filter((row) => (!choice.game || gameOf(row) === choice.game) && choice.wants.every((want) => FITS[want](row)))
  .toSorted(ORDERS[choice.sort]);
