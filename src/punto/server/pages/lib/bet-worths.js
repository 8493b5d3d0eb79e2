// What every bet of a sheet is worth, as a table, and the exact fractions behind it.

import { betName, namesOf } from "./bet-name.js";
import { h } from "./element.js";
import { t } from "./i18n.js";
import { oddsWords } from "./odds-words.js";
import { readingMark, readingNote } from "./readings.js";

/** @typedef {Pick<Api.RulebookView, "bets">} Bets */

/** @param {number} value */
export const percent = (value) => value.toFixed(4);

/** By how much the edge differs from that of a whole shoe. @param {Api.SheetFigures | null} whole @param {Api.BetWorth} bet */
function change(whole, bet) {
  const before = whole?.bets.find((row) => row.bet === bet.bet);
  if (!before) return null;
  const by = bet.edge_pct - before.edge_pct;
  return h("span", { class: ["change", by < 0 ? "down" : "up"], title: t("odds.change") }, `${by < 0 ? "▼" : "▲"} ${Math.abs(by).toFixed(3)}`);
}

/** @param {Api.SheetFigures | null} whole @param {Api.BetWorth} bet @param {string | undefined} cite @param {string} name */
function betRow(whole, bet, cite, name) {
  const good = bet.edge_pct < 0;
  const mark = readingMark(cite);
  const pays = [...new Set(bet.rows.map((row) => row.odds))].filter((odds) => odds !== "push");
  return h("tr", { class: good && "favours", key: bet.bet, data: { bet: bet.bet } },
    h("th", { scope: "row", title: cite && !mark ? `§ ${cite}` : null }, name, mark, good && h("span", { class: "tag patron" }, `★ ${t("odds.favours")}`)),
    h("td", { class: "num edge", title: bet.edge }, percent(bet.edge_pct), change(whole, bet)),
    h("td", { class: "num wide" }, percent(bet.return_pct)),
    h("td", { class: "num", title: bet.hit }, percent(bet.hit_pct)),
    h("td", { class: "num wide" }, bet.sd.toFixed(4)),
    h("td", { class: "wide" }, pays.map(oddsWords).join(t("odds.and"))));
}

/** @param {Bets} book @param {Api.SheetFigures} sheet */
const exact = (book, sheet) => h("details", { class: "exact" }, h("summary", {}, t("odds.exact")),
  h("div", { class: "scroll-x" }, h("table", { class: "figures small" },
    h("thead", {}, h("tr", {}, h("th", {}, t("odds.bet")), h("th", {}, t("odds.edge")), h("th", {}, `${t("odds.pays")}: ${t("odds.chance")}`))),
    h("tbody", {}, sheet.bets.map((bet) => h("tr", { key: bet.bet },
      h("th", { scope: "row" }, betName(namesOf(book), bet.bet)),
      h("td", { class: "fraction" }, bet.edge),
      h("td", { class: "fraction" }, bet.rows.map((row) => h("div", {}, `${oddsWords(row.odds)}: ${row.chance}`)))))))));

/** The table and what belongs to it; `whole` is the sheet of a fresh shoe where this one is not fresh. @param {Bets} book @param {Api.SheetFigures} sheet @param {Api.SheetFigures | null} whole */
export function betWorths(book, sheet, whole = null) {
  const names = namesOf(book);
  const cites = new Map(book.bets.map((bet) => [bet.id, bet.cite]));
  return [
    h("p", { class: "quiet-text small" }, t("odds.about"), " ", h("b", { class: "cards-left" }, t("odds.cards", { n: sheet.cards_left }))),
    h("div", { class: "scroll-x" }, h("table", { class: "figures bets" },
      h("thead", {}, h("tr", {},
        h("th", {}, t("odds.bet")),
        h("th", { class: "num" }, `${t("odds.edge")} %`),
        h("th", { class: "num wide" }, `${t("odds.return")} %`),
        h("th", { class: "num" }, `${t("odds.hit")} %`),
        h("th", { class: "num wide" }, t("odds.sd")),
        h("th", { class: "wide" }, t("odds.pays")))),
      h("tbody", {}, sheet.bets.map((bet) => betRow(whole, bet, cites.get(bet.bet), betName(names, bet.bet)))))),
    h("p", { class: "small quiet-text" }, readingNote([...cites.values()])),
    exact(book, sheet),
  ];
}

/** Insurance as heat maps, or that there is none. @param {Draw.Child} maps */
export const insurancePanel = (maps) => h("section", { class: "panel heat" }, h("h2", {}, t("odds.insurance")), maps || h("p", { class: "quiet-text" }, t("odds.insurance.none")));
