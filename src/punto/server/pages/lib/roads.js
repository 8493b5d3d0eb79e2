// <punto-roads>: the scoreboards of a shoe, drawn from cells the server has placed.
//
//   const roads = document.createElement("punto-roads");
//   roads.data = json;                       // as in GET /api/tables/{id}/history
//   roads.setAttribute("show", "big_road");  // which roads; all five and the next-result cells if left out
//   roads.setAttribute("columns", "24");     // how many columns of the big road; others follow

import { Drawn, define, h, put, s } from "./element.js";
import { add, t } from "./i18n.js";

add({
  en: {
    bead_plate: "Bead plate", big_road: "Big road", big_eye_boy: "Big eye boy", small_road: "Small road",
    cockroach_pig: "Cockroach pig", "roads.next": "If next is", "roads.letter.player": "P", "roads.letter.banker": "B",
    "roads.letter.tie": "T", "roads.said": "{name}: Banker {banker}, Player {player}, Tie {tie} in {coups} rounds",
    "roads.empty": "No round yet in this shoe",
  },
  zh: {
    bead_plate: "珠盤路", big_road: "大路", big_eye_boy: "大眼仔", small_road: "小路", cockroach_pig: "曱甴路",
    "roads.next": "下局若", "roads.letter.player": "閒", "roads.letter.banker": "庄", "roads.letter.tie": "和",
    "roads.said": "{name}：庄 {banker}，閒 {player}，和 {tie}，共 {coups} 局", "roads.empty": "本靴尚無結果",
  },
});

const ROWS = 6;
const ALL = ["bead_plate", "big_road", "big_eye_boy", "small_road", "cockroach_pig", "next"];
const SIZE = 20;

const pairs = (cell) => [
  cell.banker_pair && s("circle", { class: "dot banker", cx: 4, cy: 4, r: 2.6 }),
  cell.player_pair && s("circle", { class: "dot player", cx: 16, cy: 16, r: 2.6 }),
];

/** How each road draws one mark in a 20 by 20 cell. */
const MARKS = {
  bead_plate: (cell) => [
    s("circle", { class: `bead ${cell.shows}`, cx: 10, cy: 10, r: 8.4 }),
    s("text", { class: "bead-text", x: 10, y: 10.6, "text-anchor": "middle", "dominant-baseline": "central" },
      t(`roads.letter.${cell.shows}`)),
    pairs(cell),
  ],
  big_road: (cell) => [
    cell.shows !== "tie" && s("circle", { class: `ringed ${cell.shows}`, cx: 10, cy: 10, r: 7.2 }),
    cell.ties > 0 && s("path", { class: "slash tie", d: "M4 16L16 4" }),
    cell.ties > 1 && s("text", { class: "ties", x: 10, y: 10.4, "text-anchor": "middle", "dominant-baseline": "central" }, cell.ties),
    pairs(cell),
  ],
  big_eye_boy: (cell) => s("circle", { class: `ringed ${cell.shows}`, cx: 10, cy: 10, r: 6.6 }),
  small_road: (cell) => s("circle", { class: `filled ${cell.shows}`, cx: 10, cy: 10, r: 7.4 }),
  cockroach_pig: (cell) => s("path", { class: `slash ${cell.shows}`, d: "M4 16L16 4" }),
};

/** One road as SVG, its last columns if there are more than fit. */
function road(name, cells, columns, counts) {
  const last = cells.reduce((most, cell) => Math.max(most, cell.column), -1);
  // One column stays free on the right, so that the eye finds where the next mark goes.
  const from = Math.max(0, last + 2 - columns);
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

/** What each derived road would get if a side won next. */
function nextCells(nextIf) {
  const row = (side) => h("span", { class: ["next", side] },
    h("span", { class: "who" }, t(`roads.letter.${side}`)),
    ["big_eye_boy", "small_road", "cockroach_pig"].map((name) => {
      const shows = nextIf[side]?.[name];
      return s("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, shows ? MARKS[name]({ shows }) : s("circle", { class: "none", cx: 10, cy: 10, r: 1.6 }));
    }));
  return h("div", { class: "next-cells" }, h("span", { class: "label" }, t("roads.next")), row("banker"), row("player"));
}

export function counts(roads) {
  const one = (key, text) => h("span", { class: ["count", key] }, h("i", {}, text), h("b", {}, roads.counts[key] ?? 0));
  return h("div", { class: "counts" }, one("banker", t("banker")), one("player", t("player")), one("tie", t("tie")));
}

class Roads extends Drawn {
  static observedAttributes = ["show", "columns"];
  #data = null;

  set data(roads) {
    this.#data = roads;
    this.changed();
  }

  attributeChangedCallback() {
    this.changed();
  }

  draw() {
    const roads = this.#data;
    if (!roads) return;
    const show = (this.getAttribute("show") ?? ALL.join(" ")).split(/\s+/);
    const columns = Number(this.getAttribute("columns") ?? 24);
    // Derived roads are drawn at half the size, three side by side under the big road.
    const wide = { bead_plate: Number(this.getAttribute("beads") ?? Math.round(columns / 2)), big_road: columns };
    put(this, show.map((name) => {
      if (name === "next") return nextCells(roads.next_if);
      if (name === "counts") return counts(roads);
      return road(name, roads[name], wide[name] ?? Math.max(8, Math.round((columns * 2) / 3)), roads.counts);
    }));
  }
}

define("punto-roads", Roads);
