// Insurance as heat maps: a cell for each offer, coloured by the house's edge. A star and a thick frame, not colour alone,
// mark what favours the patron.

import { h, s } from "./element.js";
import { depth, share } from "./heat-figures.js";
import { t, wordOf } from "./i18n.js";
import { oddsWords } from "./odds-words.js";
import { grids, inCell } from "./paytables.js";
import "./roads.js";

/** @typedef {import("./paytables.js").Grid} Grid */

const [WIDE, HIGH] = [64, 42];
const [LEFT, TOP] = [34, 22];

/** @param {Grid} grid @param {Api.CellView} at @param {Api.OfferWorth | undefined} figures */
function cell(grid, at, figures) {
  const x = LEFT + grid.columns.indexOf(at.banker) * WIDE;
  const y = TOP + grid.rows.indexOf(at.player) * HIGH;
  const ground = { x: x + 1, y: y + 1, width: WIDE - 2, height: HIGH - 2, rx: 4 };
  const place = { player: at.player, banker: at.banker };
  if (!figures) {
    return s("g", { class: "heat-cell out", data: place },
      s("title", {}, t("heat.out")),
      s("rect", ground),
      s("text", { x: x + WIDE / 2, y: y + HIGH / 2 + 4 }, "–"));
  }
  const edge = figures.edge_pct;
  const patron = figures.favours === "patron";
  const often = t("heat.offered", { n: (share(figures.offered) * 100).toFixed(3) });
  const label = t("heat.cell", {
    p: at.player, b: at.banker, odds: oddsWords(at.odds), edge: edge.toFixed(3), who: t(patron ? "heat.patron" : "heat.house"), often,
  });
  const edgeText = edge.toFixed(Math.abs(edge) < 10 ? 2 : 1).replace("-", "−");
  return s("g", { class: ["heat-cell", patron ? "patron" : "house"], role: "img", "aria-label": label, tabindex: 0, data: { ...place, edge: figures.edge } },
    s("title", {}, `${label}\n${figures.edge}`),
    s("rect", { class: "ground", ...ground, style: { "--depth": `${Math.round(depth(edge) * 82)}%` } }),
    s("text", { class: "edge", x: x + WIDE / 2, y: y + 20 }, `${patron ? "★" : ""}${edgeText}`),
    s("text", { class: "pays", x: x + WIDE / 2, y: y + 36 }, `${inCell(at.odds)}${at.on_tie !== "push" ? ` ${t("roads.letter.tie")}` : ""}`));
}

/** @param {Grid} grid @param {Map<string, Api.OfferWorth>} figures by the totals of both hands */
function map(grid, figures) {
  const [width, height] = [40 + grid.columns.length * WIDE, 26 + grid.rows.length * HIGH];
  return s("svg", { viewBox: `0 0 ${width} ${height}`, class: "heat-map", style: { "max-width": `${width * 1.15}px`, "flex-basis": `${width}px` } },
    grid.columns.map((banker, at) => s("text", { class: "axis", x: LEFT + at * WIDE + WIDE / 2, y: 15 }, banker)),
    grid.rows.map((player, at) => s("text", { class: "axis", x: 20, y: TOP + at * HIGH + HIGH / 2 + 4 }, player)),
    grid.rows.flatMap((player) => grid.columns.map((banker) => {
      const place = grid.at(player, banker);
      return place && cell(grid, place, figures.get(`${player} ${banker}`));
    })));
}

/** All maps; `cells` is the rulebook's pay table, `figures` what the shoe makes of it. @param {Api.CellView[]} cells @param {Api.OfferWorth[]} figures */
export const heatMaps = (cells, figures) => h("div", {},
  h("p", { class: "key small" },
    h("span", { class: "swatch house" }), t("heat.house"),
    h("span", { class: "swatch patron" }), t("heat.patron"),
    h("span", { class: "quiet-text" }, t("heat.key"))),
  h("div", { class: "maps" }, grids(cells).map((grid) => {
    const here = figures.filter((offer) => offer.window === grid.window && offer.insures === grid.insures);
    return h("figure", { class: grid.insures, key: `${grid.window} ${grid.insures}` },
      h("figcaption", {},
        h("b", {}, t(`insurance.${grid.insures}`)), " ", wordOf("window.", grid.window),
        h("span", { class: "quiet-text small" }, `↓ ${t("player")} → ${t("banker")}`)),
      map(grid, new Map(here.map((offer) => [`${offer.player} ${offer.banker}`, offer]))));
  })));
