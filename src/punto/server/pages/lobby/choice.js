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
  let said;
  try {
    said = /** @type {typeof said} */ (JSON.parse(text ?? "null"));
  } catch {
    return EVERYTHING;
  }
  if (typeof said !== "object" || said === null) return EVERYTHING;
  const { wants } = said;
  return {
    sort: SORTS.find((one) => one === said.sort) ?? EVERYTHING.sort,
    game: typeof said.game === "string" ? said.game : "",
    wants: WANTS.filter((one) => Array.isArray(wants) && wants.includes(one)),
  };
}

/** @param {Choice} choice @param {Want} want @returns {Choice} */
export const turned = (choice, want) => ({
  ...choice, wants: choice.wants.includes(want) ? choice.wants.filter((one) => one !== want) : [...choice.wants, want],
});

/** @typedef {Pick<Api.LobbyRow, "rulebook" | "phase" | "free_boxes" | "next" | "sign" | "roads">} Row */

/** @type {Record<Want, (row: Row) => boolean>} */
const FITS = {
  betting: (row) => row.phase === "betting",
  free: (row) => row.free_boxes.length > 0,
  road: (row) => row.roads.good_roads.length > 0,
};

/** The longest of a table's good roads; a pair of doubles is two wins. @param {Row} row */
export const roadLength = (row) => Math.max(0, ...row.roads.good_roads.map((one) => (one.name === "doubles" ? one.length * 2 : one.length)));

/** When the bets of a table close: at no time where a person closes them, long ago where none are taken. @param {Row} row */
function closes(row) {
  if (row.phase !== "betting") return -Infinity;
  return row.next ? Date.parse(row.next.at) : Infinity;
}

/** @type {Record<Sort, (one: Row, other: Row) => number>} */
const ORDERS = {
  house: () => 0,
  minimum: (one, other) => (one.sign?.stake_min ?? Infinity) - (other.sign?.stake_min ?? Infinity),
  time: (one, other) => (closes(one) === closes(other) ? 0 : closes(other) - closes(one)),
  roads: (one, other) => roadLength(other) - roadLength(one),
};

/** A game by the document, whatever its edition. @param {Row} row */
export const gameOf = (row) => row.rulebook?.split("@")[0] ?? "";

/** @template {Row} R @param {R[]} rows @param {Choice} choice @returns {R[]} */
export const arranged = (rows, choice) => rows
  .filter((row) => (!choice.game || gameOf(row) === choice.game) && choice.wants.every((want) => FITS[want](row)))
  .toSorted(ORDERS[choice.sort]);
