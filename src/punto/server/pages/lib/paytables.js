// Insurance pay tables as grids: one for each window and hand, Player's totals down, Banker's across.

import { h } from "./element.js";
import { t, wordOf } from "./i18n.js";
import { oddsWords } from "./odds-words.js";

const ORDER = /** @type {const} */ ([["after_four_cards", "banker"], ["after_four_cards", "player"], ["after_player_third_card", "banker"], ["after_player_third_card", "player"]]);

/** @typedef {{window: string, insures: Api.Side, rows: number[], columns: number[], at: (player: number, banker: number) => Api.CellView | undefined}} Grid */

/** @param {Api.CellView[]} cells @param {Api.Side} side */
const totals = (cells, side) => [...new Set(cells.map((cell) => cell[side]))].sort((total, other) => total - other);

/** The grids that a list of cells makes: a window and a hand each. @param {Api.CellView[]} cells @returns {Grid[]} */
export function grids(cells) {
  return ORDER.map(([window, insures]) => {
    const here = cells.filter((cell) => cell.window === window && cell.insures === insures);
    const by = new Map(here.map((cell) => [`${cell.player} ${cell.banker}`, cell]));
    return { window, insures, rows: totals(here, "player"), columns: totals(here, "banker"), at: (/** @type {number} */ player, /** @type {number} */ banker) => by.get(`${player} ${banker}`) };
  }).filter((grid) => grid.rows.length);
}

/** Odds as they fit a cell: "1.5 to 1" is 1.5 under a heading that says "to 1". @param {string} odds */
export const inCell = (odds) => odds.replace(/ to 1$/, "");

/** A pay table as the document prints it; `offers` are the cells on offer now. @param {Grid} grid @param {Api.OfferView[]} offers */
export function payTable(grid, offers = []) {
  const here = offers.filter((offer) => offer.window === grid.window && offer.insures === grid.insures);
  const now = (/** @type {number} */ player, /** @type {number} */ banker) => here.some((offer) => offer.player === player && offer.banker === banker);
  return h("table", { class: ["pay-table", grid.insures], data: { window: grid.window, insures: grid.insures } },
    h("caption", {}, h("b", {}, t(`insurance.${grid.insures}`)), " ", h("span", {}, wordOf("window.", grid.window))),
    h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "corner" }, h("span", { class: "p" }, t("player")), h("span", { class: "b" }, t("banker"))),
      grid.columns.map((banker) => h("th", { scope: "col" }, banker)))),
    h("tbody", {}, grid.rows.map((player) => h("tr", {}, h("th", { scope: "row" }, player),
      grid.columns.map((banker) => {
        const cell = grid.at(player, banker);
        if (!cell) return h("td", { class: "none" }, "–");
        const on = now(player, banker);
        return h("td", { class: [on && "offered"], data: { odds: cell.odds, player, banker }, "aria-label": on ? t("offer.now", { odds: oddsWords(cell.odds) }) : oddsWords(cell.odds) },
          inCell(cell.odds), cell.on_tie !== "push" && h("sup", { title: t("pay.tie") }, t("roads.letter.tie")));
      })))));
}
