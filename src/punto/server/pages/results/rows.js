// The rows of a report: win beside theoretical, a lane that shows how far apart they lie, and what is at stake now.

import { h, s } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { money } from "../lib/money.js";
import { tableName } from "../lib/table-words.js";
import { about, hundredths, share, signedZ, units } from "./figures.js";

const FURTHEST = 4;
const WIDTH = 160;

/** @param {number} z */
const x = (z) => ((Math.max(-FURTHEST, Math.min(FURTHEST, z)) + FURTHEST) / (2 * FURTHEST)) * WIDTH;

/** Bands of one, two and three deviations around the theoretical, and a dot where the win lies. @param {number | null} z */
export function lane(z) {
  if (z === null) return null;
  return s("svg", { class: "lane", viewBox: `0 0 ${WIDTH} 16`, role: "img", "aria-label": t("results.z.said", { z: signedZ(z) }) },
    [3, 2, 1].map((times) => s("rect", { class: `band${times}`, x: x(-times), y: 2, width: x(times) - x(-times), height: 12 })),
    s("path", { class: "middle", d: `M${x(0)} 0V16` }),
    s("circle", { class: Math.abs(z) >= 2 ? "far" : "near", cx: x(z), cy: 8, r: 4 }));
}

const HEADS = /** @type {const} */ (["win", "theo", "lane", "z", "handle", "win_pct", "drop", "win_counted", "hold_pct", "rounds", "rounds_per_hour", "theo_moment", "theo_trade", "commission", "rounding", "voids", "reversals"]);

/** @param {Api.TakingsRow} row */
const cells = (row) => [
  about(row.win), units(row.theo), lane(row.z), row.z === null ? "–" : signedZ(row.z), money(row.handle), row.win_pct === null ? "–" : share(row.win_pct),
  row.drop === null ? "–" : money(row.drop), row.win_counted === null ? "–" : money(row.win_counted), row.hold_pct === null ? "–" : share(row.hold_pct), money(row.rounds),
  row.rounds_per_hour === null ? "–" : about(row.rounds_per_hour), about(row.theo_moment), about(row.theo_trade), money(row.commission), hundredths(row.rounding),
  row.voids, row.reversals,
];

/** @param {Api.TakingsRow} row @param {string} called @param {number | null} exposure null where rows are not told by table @param {((row: Api.TakingsRow, called: string) => unknown) | null} open */
function line(row, called, exposure, open) {
  const name = open ? h("button", { type: "button", class: "quiet", onclick: () => open(row, called) }, called) : called;
  return h("tr", { key: row.key, data: { key: row.key }, class: row.z !== null && Math.abs(row.z) >= 2 && "far" },
    h("th", { scope: "row" }, name),
    exposure !== null && h("td", { class: "num exposure" }, money(exposure)),
    cells(row).map((cell, place) => h("td", { class: HEADS[place] === "lane" ? "lane-cell" : ["num", HEADS[place]] }, cell)));
}

/** What people call each table, by its id. @param {Api.ExposureView[]} now @returns {Map<string, string>} */
export const tableNames = (now) => new Map(now.map((row) => [row.table, tableName(row)]));

/** A table whose first round of this time is not over yet: nothing but what is at stake. @param {Api.ExposureView} now */
const begun = (now) => h("tr", { key: now.table, data: { key: now.table } },
  h("th", { scope: "row" }, tableName(now)), h("td", { class: "num exposure" }, money(now.exposure)), HEADS.map((head) => h("td", { class: head === "lane" ? "lane-cell" : "num" }, head === "lane" ? null : "–")));

/** @param {Api.ResultsView} results @param {((row: Api.TakingsRow, called: string) => unknown) | null} open */
export function rowTable({ report, now }, open) {
  const live = report.by === "table";
  const exposed = new Map(now.map((row) => [row.table, row.exposure]));
  const names = live ? tableNames(now) : new Map();
  const keys = new Set(report.rows.map((row) => row.key));
  const others = live ? now.filter((row) => row.exposure && !keys.has(row.table)) : [];
  const atStake = [...exposed.values()].reduce((sum, exposure) => sum + exposure, 0);
  const total = h("tfoot", {}, line({ ...report.total, key: t("results.total") }, t("results.total"), live ? atStake : null, null));
  return h("div", { class: "scroll-x", tabindex: "0", role: "region", "aria-label": t("results.against") }, h("table", { class: "figures takings" },
    h("thead", {}, h("tr", {}, h("th", {}, ""), live && h("th", { class: "num" }, t("results.head.exposure")), HEADS.map((head) => h("th", { class: "num" }, head === "lane" ? "" : t(`results.head.${head}`))))),
    h("tbody", {}, report.rows.map((row) => line(row, names.get(row.key) || row.key, live ? exposed.get(row.key) ?? 0 : null, open)), others.map(begun)),
    report.rows.length + others.length > 1 && total));
}
