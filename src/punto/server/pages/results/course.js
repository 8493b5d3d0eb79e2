// The win as it added up over shifts, days or hours, beside the theoretical with bands of one, two and three deviations.

import { s } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { about, drawn } from "./figures.js";

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [900, 240, 76, 16, 12, 26];

/** @param {Api.TakingsRow[]} rows */
export function added(rows) {
  const points = [{ win: 0, theo: 0, sd: 0 }];
  let variance = 0;
  for (const row of rows) {
    const last = points[points.length - 1];
    variance += row.sd ** 2;
    points.push({ win: last.win + row.win, theo: last.theo + drawn(row.theo), sd: Math.sqrt(variance) });
  }
  return points;
}

/** @param {Api.TakingsReport} report */
export function course({ rows, by }) {
  const points = added(rows);
  const low = Math.min(0, ...points.flatMap((point) => [point.win, point.theo - 3 * point.sd]));
  const high = Math.max(1, ...points.flatMap((point) => [point.win, point.theo + 3 * point.sd]));
  const x = (/** @type {number} */ at) => LEFT + (at / Math.max(1, points.length - 1)) * (WIDTH - LEFT - RIGHT);
  const y = (/** @type {number} */ value) => TOP + ((high - value) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const line = (/** @type {"win" | "theo"} */ name) => points.map((point, at) => `${at ? "L" : "M"}${x(at).toFixed(1)} ${y(point[name]).toFixed(1)}`).join("");
  const band = (/** @type {number} */ times) => {
    const above = points.map((point, at) => `${x(at).toFixed(1)} ${y(point.theo + times * point.sd).toFixed(1)}`);
    const below = points.map((point, at) => `${x(at).toFixed(1)} ${y(point.theo - times * point.sd).toFixed(1)}`).reverse();
    return `M${above.join("L")}L${below.join("L")}Z`;
  };
  const every = Math.max(1, Math.ceil(rows.length / 8));
  const name = (/** @type {string} */ key) => (by === "hour" ? key.slice(5, 16).replace("T", " ") : key);
  const last = points[points.length - 1];
  return s("svg", { class: "course", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": t("results.course.said", { win: about(last.win), theo: about(last.theo) }) },
    [3, 2, 1].map((times) => s("path", { class: `band${times}`, d: band(times) })),
    [low, 0, high].map((value) => [
      s("path", { class: "rule", d: `M${LEFT} ${y(value).toFixed(1)}H${WIDTH - RIGHT}` }),
      s("text", { x: LEFT - 8, y: y(value) + 4, "text-anchor": "end" }, about(value)),
    ]),
    s("path", { class: "theo", d: line("theo") }),
    s("path", { class: "win", d: line("win") }),
    s("circle", { class: "end", cx: x(points.length - 1), cy: y(last.win), r: 4 }),
    rows.map((row, at) => at % every === 0 && s("text", { x: x(at + 1), y: HEIGHT - 8, "text-anchor": at === rows.length - 1 ? "end" : "middle" }, name(row.key))));
}
