// Several tables on one wall: a tile each, with its cards, its time, its limits, what is insured now and its big road.

import { h } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { linkWords } from "../lib/link.js";
import { stakes, tableName } from "../lib/table-words.js";
import { deadline } from "../lib/time-left.js";
import { both } from "./names.js";
import { insuredNow } from "./terms.js";
import { hands } from "./wall.js";

/** @typedef {import("./board.js").Board} Board */

/** @param {Record<string, number>} counts */
const counted = (counts) => h("span", { class: "tile-counts" }, /** @type {const} */ (["banker", "player", "tie"]).map((side) =>
  h("span", { class: side, key: side }, t(side), " ", h("b", {}, counts[side] ?? 0))));

/** @param {Board} board */
function tile({ view, book, roads }) {
  return h("article", { class: "tile", key: view.table, data: { table: view.table } },
    h("header", {},
      h("h2", {}, tableName(view)), h("p", { class: "game" }, both(book.title)[0]),
      h("div", { class: "clock" }, h("b", { class: ["phase", view.phase] }, t(`phase.${view.phase}`)), h("punto-countdown", { props: { until: deadline(view)?.at ?? null } }))),
    hands(view.coup),
    h("p", { class: "tile-terms" }, view.sign && h("b", {}, stakes(view.sign)), counted(roads.counts), view.shoe && h("span", {}, t("board.left", { n: view.shoe.cards_left }))),
    insuredNow(view, book),
    h("div", { class: "tile-road ages" }, h("punto-roads", { show: "big_road", columns: 28, props: { data: roads } })));
}

/** @param {Board[]} boards */
export const wall = (boards) => [
  h("h1", { class: "visually-hidden" }, boards.map(({ view }) => tableName(view)).join(t("board.comma"))),
  h("div", { class: "wall", data: { tables: boards.length } }, boards.map(tile)),
  h("footer", {},
    h("p", { class: "prevails" }, t("board.prevails")),
    h("p", { class: "age", role: "status" }, linkWords() || null),
    h("p", { class: "small-print" }, h("span", {}, t("chips.are.play")),
      boards.map(({ view }) => view.shoe?.commitment && h("span", { class: "seal", key: view.table }, `${tableName(view)} `, h("code", {}, view.shoe.commitment.slice(0, 8)))))),
];
