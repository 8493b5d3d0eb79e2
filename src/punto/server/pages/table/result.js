// What a round paid me, bet by bet, with the paragraph that says why.

import { cite } from "../lib/cite.js";
import { h } from "../lib/element.js";
import { pick, t } from "../lib/i18n.js";
import { money, signed } from "../lib/money.js";
import { oddsWords } from "../lib/odds-words.js";

/** The name of what a line settles: a bet, or insurance of a hand. */
export function lineName(felt, line) {
  if (line.bet.startsWith("insurance:")) return t(`insurance.${line.bet.slice(10)}`);
  return pick(felt.bets.find((bet) => bet.id === line.bet)?.name) || line.bet;
}

export const netOf = (lines) => lines.reduce((sum, line) => sum + line.payback - line.stake, 0);

/** Lines of a settlement as a table; `mine` hides whose they are. */
export function linesTable(felt, lines, { mine = true } = {}) {
  const several = new Set(lines.map((line) => line.box)).size > 1;
  return h("table", { class: "figures lines" },
    h("thead", {}, h("tr", {}, h("th", {}, t("result.bet")), h("th", { class: "num" }, t("result.stake")), h("th", {}, t("result.outcome")), h("th", { class: "num" }, t("result.back")), h("th", {}, h("span", { class: "visually-hidden" }, t("result.why"))))),
    h("tbody", {}, lines.map((line) => h("tr", { class: line.outcome },
      h("td", {}, !mine && h("span", { class: "quiet-text" }, `${line.patron} `), lineName(felt, line), (several || !mine) && h("span", { class: "quiet-text" }, ` · ${t("box", { n: line.box })}`)),
      h("td", { class: "num" }, money(line.stake)),
      h("td", {}, t(`result.${line.outcome}`), line.outcome === "win" && h("span", { class: "quiet-text" }, ` ${oddsWords(line.odds)}`),
        line.effective !== line.stake && h("span", { class: "small quiet-text" }, ` (${t("result.part", { n: money(line.effective) })})`),
        line.commission > 0 && h("span", { class: "small quiet-text" }, ` (${t("result.commission", { n: money(line.commission) })})`)),
      h("td", { class: "num" }, h("b", {}, money(line.payback))),
      h("td", {}, cite(line.cite))))));
}

/** What was won is what one looks for. */
const FIRST = ["win", "push", "lose"];

export function resultPanel(felt, lines) {
  if (!lines.length) return h("p", { class: "tray-note" }, t("result.none"));
  const net = netOf(lines);
  const sorted = [...lines].sort((one, two) => FIRST.indexOf(one.outcome) - FIRST.indexOf(two.outcome));
  return h("div", { class: "result" },
    h("div", { class: ["net", net > 0 ? "up" : net < 0 ? "down" : "even"] }, h("span", {}, t("result.net")), h("b", {}, signed(net)),
      h("span", { class: "small" }, `${t("result.paid")} ${money(lines.reduce((sum, line) => sum + line.payback, 0))}`)),
    linesTable(felt, sorted));
}
