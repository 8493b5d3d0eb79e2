// Insurance pay tables as grids: one for each window and hand, Player's totals down, Banker's across.

import { h } from "./element.js";
import { add, t } from "./i18n.js";
import { oddsWords } from "./odds-words.js";

add({ en: { "offer.now": "{odds}, on offer now", "pay.tie": "pays on a tie" }, zh: { "offer.now": "{odds}，現正提供", "pay.tie": "和局賠付" } });

const ORDER = [["after_four_cards", "banker"], ["after_four_cards", "player"], ["after_player_third_card", "banker"], ["after_player_third_card", "player"]];

const totals = (cells, side) => [...new Set(cells.map((cell) => cell[side]))].sort((one, two) => one - two);

/** The grids that a list of cells makes: {window, insures, rows, columns, at(player, banker)}. */
export function grids(cells) {
  return ORDER.map(([window, insures]) => {
    const here = cells.filter((cell) => cell.window === window && cell.insures === insures);
    const by = new Map(here.map((cell) => [`${cell.player} ${cell.banker}`, cell]));
    return { window, insures, rows: totals(here, "player"), columns: totals(here, "banker"), at: (player, banker) => by.get(`${player} ${banker}`) };
  }).filter((grid) => grid.rows.length);
}

/** Odds as they fit a cell: "1.5 to 1" is 1.5 under a heading that says "to 1". */
export const inCell = (odds) => odds.replace(/ to 1$/, "");

/** A pay table as the document prints it; `offers` are the cells on offer now. */
export function payTable(grid, offers = []) {
  const now = (player, banker) => offers.some((one) => one.window === grid.window && one.insures === grid.insures && one.player === player && one.banker === banker);
  return h("table", { class: ["pay-table", grid.insures], data: { window: grid.window, insures: grid.insures } },
    h("caption", {}, h("b", {}, t(`insurance.${grid.insures}`)), " ", h("span", {}, t(`window.${grid.window}`))),
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
