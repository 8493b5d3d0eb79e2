// Insurance as heat maps: a cell for each offer, coloured by the house's edge. A star and a thick frame, not colour alone,
// mark what favours the patron.

import { h, s } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { oddsWords } from "../lib/odds-words.js";
import { grids, inCell } from "../lib/paytables.js";
import "../lib/roads.js";

const [WIDE, HIGH] = [64, 42];

/** How deep the colour is: 0 at an edge of nothing, 1 at 40 percent and beyond. */
const depth = (edge) => Math.min(1, Math.sqrt(Math.abs(edge) / 40));

function cell(grid, at, figures) {
  const x = 34 + grid.columns.indexOf(at.banker) * WIDE;
  const y = 22 + grid.rows.indexOf(at.player) * HIGH;
  if (!figures) {
    return s("g", { class: "heat-cell out", data: { player: at.player, banker: at.banker } }, s("title", {}, t("heat.out")), s("rect", { x: x + 1, y: y + 1, width: WIDE - 2, height: HIGH - 2, rx: 4 }), s("text", { x: x + WIDE / 2, y: y + HIGH / 2 + 4 }, "–"));
  }
  const edge = figures.edge_pct;
  const patron = figures.favours === "patron";
  const often = t("heat.offered", { n: (share(figures.offered) * 100).toFixed(3) });
  const said = t("heat.cell", { p: at.player, b: at.banker, odds: oddsWords(at.odds), edge: edge.toFixed(3), who: t(patron ? "heat.patron" : "heat.house"), often });
  const ground = s("rect", { class: "ground", x: x + 1, y: y + 1, width: WIDE - 2, height: HIGH - 2, rx: 4 });
  ground.style.setProperty("--depth", `${Math.round(depth(edge) * 82)}%`);
  return s("g", { class: ["heat-cell", patron ? "patron" : "house"], role: "img", "aria-label": said, tabindex: 0, data: { player: at.player, banker: at.banker, edge: figures.edge } },
    s("title", {}, `${said}\n${figures.edge}`), ground,
    s("text", { class: "edge", x: x + WIDE / 2, y: y + 20 }, `${patron ? "★" : ""}${edge.toFixed(Math.abs(edge) < 10 ? 2 : 1).replace("-", "−")}`),
    s("text", { class: "pays", x: x + WIDE / 2, y: y + 36 }, `${inCell(at.odds)}${at.on_tie !== "push" ? ` ${t("roads.letter.tie")}` : ""}`));
}

function share(text) {
  const [over, under] = text.split("/");
  // Both are longer than a float holds exactly; the quotient of their leading digits is near enough to show.
  const cut = Math.max(over.length, under.length) - 15;
  return cut > 0 ? Number(over.slice(0, -cut) || 0) / Number(under.slice(0, -cut)) : Number(over) / Number(under);
}

/** All maps; `cells` is the rulebook's pay table, `figures` what the shoe makes of it. */
export function heatMaps(cells, figures) {
  const by = new Map(figures.map((one) => [`${one.window} ${one.insures} ${one.player} ${one.banker}`, one]));
  return h("div", {},
    h("p", { class: "key small" }, h("span", { class: "swatch house" }), t("heat.house"), h("span", { class: "swatch patron" }), t("heat.patron"), h("span", { class: "quiet-text" }, t("heat.key"))),
    h("div", { class: "maps" }, grids(cells).map((grid) => {
      const [width, height] = [40 + grid.columns.length * WIDE, 26 + grid.rows.length * HIGH];
      const svg = s("svg", { viewBox: `0 0 ${width} ${height}`, class: "heat-map" },
        grid.columns.map((banker, at) => s("text", { class: "axis", x: 34 + at * WIDE + WIDE / 2, y: 15 }, banker)),
        grid.rows.map((player, at) => s("text", { class: "axis", x: 20, y: 22 + at * HIGH + HIGH / 2 + 4 }, player)),
        grid.rows.flatMap((player) => grid.columns.map((banker) => {
          const found = grid.at(player, banker);
          return found && cell(grid, found, by.get(`${grid.window} ${grid.insures} ${player} ${banker}`));
        })));
      svg.style.setProperty("max-width", `${width * 1.15}px`);
      svg.style.setProperty("flex-basis", `${width}px`);
      return h("figure", { class: grid.insures }, h("figcaption", {}, h("b", {}, t(`insurance.${grid.insures}`)), " ", t(`window.${grid.window}`), h("span", { class: "quiet-text small" }, `↓ ${t("player")} → ${t("banker")}`)), svg);
    })));
}
