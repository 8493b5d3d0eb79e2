// <punto-roads>: the scoreboards of a shoe, drawn from cells the server has placed.
//
//   h("punto-roads", {
//     props: { data: roads },  // as in GET /api/tables/{id}/history
//     show: "big_road",        // which roads; all five and the next-result cells if left out
//     columns: 24,             // how many columns of the big road; others follow
//   })

import { PageElement } from "./draw.js";
import { define, h, s } from "./element.js";
import { t, wordOf } from "./i18n.js";
import { firstColumn, widths } from "./road-columns.js";

const ROWS = 6;
const ALL = ["bead_plate", "big_road", "big_eye_boy", "small_road", "cockroach_pig", "next"];
const SIZE = 20;

/** @typedef {Pick<Api.RoadCell, "shows"> & Partial<Api.RoadCell>} Mark */
/** @typedef {"bead_plate" | "big_road" | "big_eye_boy" | "small_road" | "cockroach_pig"} RoadName */
/** @typedef {Partial<Api.Roads> & Pick<Api.Roads, "counts">} SomeRoads a lobby has only some of them */

const DERIVED = /** @type {const} */ (["big_eye_boy", "small_road", "cockroach_pig"]);

/** @param {Mark} cell */
const pairs = (cell) => [
  cell.banker_pair && s("circle", { class: "dot banker", cx: 4, cy: 4, r: 2.6 }),
  cell.player_pair && s("circle", { class: "dot player", cx: 16, cy: 16, r: 2.6 }),
];

/** @param {Mark} cell */
const ties = (cell) => cell.ties ?? 0;

/** How each road draws one mark in a 20 by 20 cell. @type {Record<RoadName, (cell: Mark) => Draw.Child>} */
const MARKS = {
  bead_plate: (cell) => [
    s("circle", { class: `bead ${cell.shows}`, cx: 10, cy: 10, r: 8.4 }),
    s("text", { class: "bead-text", x: 10, y: 10.6, "text-anchor": "middle", "dominant-baseline": "central" },
      wordOf("roads.letter.", cell.shows)),
    pairs(cell),
  ],
  big_road: (cell) => [
    cell.shows !== "tie" && s("circle", { class: `ringed ${cell.shows}`, cx: 10, cy: 10, r: 7.2 }),
    ties(cell) > 0 && s("path", { class: "slash tie", d: "M4 16L16 4" }),
    ties(cell) > 1 && s("text", { class: "ties", x: 10, y: 10.4, "text-anchor": "middle", "dominant-baseline": "central" }, cell.ties),
    pairs(cell),
  ],
  big_eye_boy: (cell) => s("circle", { class: `ringed ${cell.shows}`, cx: 10, cy: 10, r: 6.6 }),
  small_road: (cell) => s("circle", { class: `filled ${cell.shows}`, cx: 10, cy: 10, r: 7.4 }),
  cockroach_pig: (cell) => s("path", { class: `slash ${cell.shows}`, d: "M4 16L16 4" }),
};

/** One road as SVG, its last columns if there are more than fit. @param {RoadName} name @param {Api.RoadCell[]} cells @param {number} columns @param {Record<string, number>} counts */
function road(name, cells, columns, counts) {
  const from = firstColumn(cells, columns);
  const [width, height] = [columns * SIZE, ROWS * SIZE];
  const lines = [];
  for (let x = 0; x <= columns; x++) lines.push(`M${x * SIZE} 0V${height}`);
  for (let y = 0; y <= ROWS; y++) lines.push(`M0 ${y * SIZE}H${width}`);
  const label = t("roads.said", { name: t(name), ...counts });
  return s("svg", { class: `road ${name}`, viewBox: `-0.5 -0.5 ${width + 1} ${height + 1}`, role: "img", "aria-label": label },
    s("title", {}, t(name)),
    s("path", { class: "grid", d: lines.join("") }),
    cells.filter((cell) => cell.column >= from).map((cell) =>
      s("g", { transform: `translate(${(cell.column - from) * SIZE} ${cell.row * SIZE})` }, MARKS[name](cell))));
}

/** What each derived road would get if a side won next. @param {Api.Roads["next_if"]} nextIf */
function nextCells(nextIf) {
  const row = (/** @type {"player" | "banker"} */ side) => h("span", { class: ["next", side] },
    h("span", { class: "who" }, t(`roads.letter.${side}`)),
    DERIVED.map((name) => {
      const shows = nextIf[side]?.[name];
      return s("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, shows ? MARKS[name]({ shows }) : s("circle", { class: "none", cx: 10, cy: 10, r: 1.6 }));
    }));
  return h("div", { class: "next-cells" }, h("span", { class: "label" }, t("roads.next")), row("banker"), row("player"));
}

/** How often each has won. @param {Pick<Api.Roads, "counts">} roads */
export function counts(roads) {
  const figure = (/** @type {string} */ key, /** @type {string} */ text) => h("span", { class: ["count", key] }, h("i", {}, text), h("b", {}, roads.counts[key] ?? 0));
  return h("div", { class: "counts" }, figure("banker", t("banker")), figure("player", t("player")), figure("tie", t("tie")));
}

export class Roads extends PageElement {
  static observedAttributes = ["show", "columns"];
  /** @type {SomeRoads | null} */
  #data = null;

  set data(roads) {
    this.#data = roads;
    this.changed();
  }

  get data() {
    return this.#data;
  }

  view() {
    const roads = this.#data;
    if (!roads) return null;
    const show = (this.getAttribute("show") ?? ALL.join(" ")).split(/\s+/);
    const beads = this.getAttribute("beads");
    const wide = widths(Number(this.getAttribute("columns") ?? 24), beads === null ? null : Number(beads));
    return show.map((name) => {
      if (name === "next") return nextCells(roads.next_if ?? {});
      if (name === "counts") return counts(roads);
      if (!isRoad(name)) return null;
      return road(name, roads[name] ?? [], name === "bead_plate" || name === "big_road" ? wide[name] : wide.derived, roads.counts);
    });
  }
}

/** @param {string} name @returns {name is RoadName} */
const isRoad = (name) => name in MARKS;

define("punto-roads", Roads);
