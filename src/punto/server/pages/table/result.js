// What a round paid me, bet by bet, with the row of the pay table and the paragraph that say why.

import { cite } from "../lib/cite.js";
import { h } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { money, signed } from "../lib/money.js";
import { oddsWords } from "../lib/odds-words.js";
import { lineName } from "./line-name.js";
import { factWords, rowWords } from "../lib/pay-words.js";
import { remarkNet, remarkRow } from "./remarks.js";

/** What a line was paid or returned for: the row of its pay table in words; nothing for what lost. */
export function paidFor(felt, line, winner) {
  if (line.outcome === "lose") return "";
  if (line.insures) return factWords("winner", [winner]);
  const odds = line.outcome === "push" ? "push" : line.odds;
  const row = felt.bets.find((bet) => bet.id === line.bet)?.pays.find((one) => one.odds === odds && one.cite === line.cite);
  return row ? rowWords(row) : "";
}

/** What went out and came back, all in all. */
export const netOf = (lines, remarks = []) => lines.reduce((sum, line) => sum + line.payback - line.stake, 0) + remarkNet(remarks);

const head = () => h("thead", {}, h("tr", {}, h("th", {}, t("result.bet")), h("th", { class: "num" }, t("result.stake")), h("th", {}, t("result.outcome")), h("th", { class: "num" }, t("result.back")),
  h("th", {}, h("span", { class: "visually-hidden" }, t("result.why")))));

const boxOf = (line, several) => several && h("span", { class: "quiet-text" }, ` · ${t("box", { n: line.box })}`);

/** My lines of a settlement, and what else moved, as a table. */
export function linesTable(felt, lines, winner, remarks = []) {
  const several = new Set(lines.map((line) => line.box)).size > 1;
  const row = (line) => {
    const reason = paidFor(felt, line, winner);
    const more = [reason, line.effective !== line.stake && t("result.part", { n: money(line.effective) }), line.commission > 0 && t("result.commission", { n: money(line.commission) })].filter(Boolean);
    return h("tr", { class: line.outcome, data: { bet: line.bet } },
      h("td", {}, lineName(felt, line), boxOf(line, several)),
      h("td", { class: "num" }, money(line.stake)),
      h("td", {}, t(`result.${line.outcome}`), line.outcome === "win" && h("span", { class: "quiet-text" }, ` ${oddsWords(line.odds)}`), more.length > 0 && [" ", h("span", { class: "paid-for" }, more.join(" · "))]),
      h("td", { class: "num" }, h("b", {}, money(line.payback))),
      h("td", {}, cite(line.cite)));
  };
  return h("table", { class: "figures lines" }, lines.length > 0 && head(), h("tbody", {}, lines.map(row), remarks.map(remarkRow)));
}

/** Stakes of a round without a result, as they went back. */
export function voidTable(felt, voided, mine, remarks = []) {
  const several = new Set(mine.map((back) => back.box)).size > 1;
  return h("table", { class: "figures lines" }, mine.length > 0 && head(), h("tbody", {},
    mine.map((back) => h("tr", { class: "push", data: { bet: back.bet } }, h("td", {}, lineName(felt, back), boxOf(back, several)), h("td", { class: "num" }, money(back.stake)), h("td", {}, t("result.push")),
      h("td", { class: "num" }, h("b", {}, money(back.stake))), h("td", {}, cite(voided.cite)))),
    remarks.map(remarkRow)));
}

/** Why a round was void: what was reported, or the words of whoever ruled. */
export function voidWords({ because }) {
  const word = t(`what.${because}`);
  return word === `what.${because}` ? h("q", {}, because) : word;
}

/** What was won is what one looks for. */
const FIRST = ["win", "push", "lose"];

const panel = (net, small, ...rest) => h("div", { class: "result" },
  h("div", { class: ["net", net > 0 ? "up" : net < 0 ? "down" : "even"] }, h("span", {}, t("result.net")), h("b", {}, signed(net)), h("span", { class: "small" }, small)), rest);

export function resultPanel(felt, lines, winner, remarks) {
  if (!lines.length && !remarks.length) return h("p", { class: "tray-note" }, t("result.none"));
  const sorted = [...lines].sort((one, two) => FIRST.indexOf(one.outcome) - FIRST.indexOf(two.outcome));
  const paid = lines.length > 0 && `${t("result.paid")} ${money(lines.reduce((sum, line) => sum + line.payback, 0))}`;
  return panel(netOf(lines, remarks), paid, linesTable(felt, sorted, winner, remarks));
}

export function voidPanel(felt, voided, me, remarks) {
  const mine = voided.stakes.filter((back) => back.patron === me);
  const back = mine.reduce((sum, one) => sum + one.stake, 0);
  return panel(remarkNet(remarks), back > 0 && t("result.returned", { n: money(back) }), h("div", { class: "voided" },
    h("p", { class: "void-why" }, h("b", {}, t("past.void.title")), " ", voidWords(voided), " ", cite(voided.cite)), voidTable(felt, voided, mine, remarks)));
}
