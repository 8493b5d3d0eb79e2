// The pay tables: every line of every bet with what it asks, what it pays, how likely it is and where it stands.

import { cite } from "../lib/cite.js";
import { h } from "../lib/element.js";
import { share } from "../lib/heat-figures.js";
import { pick, t } from "../lib/i18n.js";
import { oddsWords } from "../lib/odds-words.js";
import { rowWords } from "../lib/pay-words.js";

/** @param {Api.PayRowView} row @param {Api.RulebookView} book */
const pays = (row, book) => [oddsWords(row.odds), row.commission && book.commission && ` ${t("printed.less", { c: book.commission.rate })}`];

/** @param {Api.BetView} bet @param {Api.BetWorth | undefined} worth @param {Api.RulebookView} book */
const lines = (bet, worth, book) => bet.pays.map((row, at) => h("tr", { key: `${bet.id} ${at}`, class: at === 0 && "first" },
  at === 0 && h("th", { scope: "rowgroup", rowspan: bet.pays.length }, pick(bet.name)),
  h("td", {}, rowWords(row)),
  h("td", { class: "pays" }, pays(row, book)),
  h("td", { class: "num", title: worth?.rows[at]?.chance ?? "" }, worth?.rows[at] ? (share(worth.rows[at].chance) * 100).toFixed(4) : "–"),
  h("td", { class: "where" }, cite(row.cite))));

/** @param {Api.RulebookView} book @param {Api.SheetFigures} sheet */
export function payTables(book, sheet) {
  const worths = new Map(sheet.bets.map((bet) => [bet.bet, bet]));
  return h("section", { class: "panel pay", id: "pay" }, h("h2", {}, t("pay.title")),
    h("div", { class: "scroll-x" }, h("table", { class: "figures" },
      h("thead", {}, h("tr", {}, h("th", {}, t("odds.bet")), h("th", {}, t("pay.when")), h("th", {}, t("odds.pays")), h("th", { class: "num" }, `${t("odds.chance")} %`), h("th", {}, t("pay.where")))),
      h("tbody", {}, book.bets.map((bet) => lines(bet, worths.get(bet.id), book))))));
}
