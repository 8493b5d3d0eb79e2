// What a round paid me, bet by bet, with the row of the pay table and the paragraph that say why.

import { cite } from "../lib/cite.js";
import { h } from "../lib/element.js";
import { isWord, t, wordOf } from "../lib/i18n.js";
import { money, signed } from "../lib/money.js";
import { oddsWords } from "../lib/odds-words.js";
import { factWords, rowWords } from "../lib/pay-words.js";
import { rounded as roundedWords } from "../lib/rounded.js";
import { lineName } from "./line-name.js";
import { remarkNet, remarkRow } from "./remarks.js";
import { exactWinnings } from "./rounding.js";

/** @typedef {import("./remarks.js").OwnRemark} OwnRemark */
/** @typedef {Pick<Api.FeltView, "bets">} Bets */
/** @typedef {Pick<Api.CoupVoided, "stakes" | "cite" | "because">} Voided */

/** What a line was paid or returned for: the row of its pay table in words; nothing for what lost. @param {Bets} felt @param {Api.Line} line @param {string} winner */
export function paidFor(felt, line, winner) {
  if (line.outcome === "lose") return "";
  if (line.insures) return factWords("winner", [winner]);
  const odds = line.outcome === "push" ? "push" : line.odds;
  const row = felt.bets.find((bet) => bet.id === line.bet)?.pays.find((row) => row.odds === odds && row.cite === line.cite);
  return row ? rowWords(row) : "";
}

/** What went out and came back, all in all. @param {Api.Line[]} lines @param {OwnRemark[]} remarks */
export const netOf = (lines, remarks = []) => lines.reduce((sum, line) => sum + line.payback - line.stake, 0) + remarkNet(remarks);

const head = () => h("thead", {}, h("tr", {},
  h("th", {}, t("result.bet")), h("th", { class: "num" }, t("result.stake")), h("th", {}, t("result.outcome")), h("th", { class: "num" }, t("result.back")),
  h("th", {}, h("span", { class: "visually-hidden" }, t("result.why")))));

/** @param {{box: number}[]} all */
const several = (all) => new Set(all.map((line) => line.box)).size > 1;

/** @param {{box: number}} line @param {boolean} visible */
const boxOf = (line, visible) => visible && h("span", { class: "quiet-text" }, ` · ${t("box", { n: line.box })}`);

/** @param {Bets} felt @param {Api.Line} line @param {string} winner @param {Api.Line[]} all */
function lineRow(felt, line, winner, all) {
  const boxes = several(all);
  const original = line.insures ? insured(felt, all, line) : undefined;
  const more = [
    paidFor(felt, line, winner),
    line.effective !== line.stake && t("result.part", { n: money(line.effective) }),
    line.commission > 0 && t("result.commission", { n: money(line.commission) }),
    rounded(line),
    original && t(`result.insures.${original.outcome}`, { name: lineName(felt, original), n: money(original.stake) }),
  ].filter(Boolean);
  return h("tr", { class: [line.outcome, line.insures && "insures"], data: { bet: line.bet } },
    h("td", {}, lineName(felt, line), boxOf(line, boxes)),
    h("td", { class: "num" }, money(line.stake)),
    h("td", {}, t(`result.${line.outcome}`),
      line.outcome === "win" && h("span", { class: "quiet-text" }, ` ${oddsWords(line.odds)}`),
      more.length > 0 && [" ", h("span", { class: "paid-for" }, more.join(" · "))]),
    h("td", { class: "num" }, h("b", {}, money(line.payback))),
    h("td", {}, cite(line.cite)));
}

/** Lines in the order in which one looks for them: what won, what came back, what lost; among them insurance after the bet it insured. @param {Bets} felt @param {Api.Line[]} lines */
export function inOrder(felt, lines) {
  const beside = (/** @type {Api.Line} */ line) => lines.filter((other) => other.insures && insured(felt, lines, other) === line);
  const ordered = lines.filter((line) => !line.insures).flatMap((line) => [line, ...beside(line)]);
  const rest = lines.filter((line) => !ordered.includes(line));
  return [...ordered, ...rest].toSorted((first, second) => FIRST.indexOf(first.outcome) - FIRST.indexOf(second.outcome));
}

/** The bet that a line of insurance was for. @param {Bets} felt @param {Api.Line[]} lines @param {Api.Line} line */
function insured(felt, lines, line) {
  const id = felt.bets.find((bet) => bet.hand && bet.hand === line.insures)?.id;
  return lines.find((other) => !other.insures && other.box === line.box && other.bet === id);
}

/** What rounding did, where it did something. @param {Api.Line} line */
function rounded(line) {
  if (line.exact) return roundedWords(line);
  const exact = exactWinnings(line); // A round from before settlements had the exact figure.
  return exact && t("result.rounded", { odds: oddsWords(line.odds), stake: money(line.effective), exact, n: money(line.winnings) });
}

/** My lines of a settlement, and what else moved, as a table. @param {Bets} felt @param {Api.Line[]} lines @param {string} winner @param {OwnRemark[]} remarks @param {Api.Line[]} all of the round, where these are some of them */
export const linesTable = (felt, lines, winner, remarks = [], all = lines) => h("table", { class: "figures lines" },
  lines.length > 0 && head(),
  h("tbody", {}, lines.map((line) => lineRow(felt, line, winner, all)), remarks.map(remarkRow)));

/** Stakes of a round without a result, as they went back. @param {Bets} felt @param {Voided} voided @param {Api.Returned[]} mine @param {OwnRemark[]} remarks */
export const voidTable = (felt, voided, mine, remarks = []) => h("table", { class: "figures lines" },
  mine.length > 0 && head(),
  h("tbody", {},
    mine.map((back) => h("tr", { class: "push", data: { bet: back.bet } },
      h("td", {}, lineName(felt, back), boxOf(back, several(mine))),
      h("td", { class: "num" }, money(back.stake)),
      h("td", {}, t("result.push")),
      h("td", { class: "num" }, h("b", {}, money(back.stake))),
      h("td", {}, cite(voided.cite)))),
    remarks.map(remarkRow)));

/** Why a round was void: what was reported, or the words of whoever ruled. @param {Voided} voided */
export const voidWords = ({ because }) => (isWord(`what.${because}`) ? wordOf("what.", because) : h("q", {}, because));

/** What was won is what one looks for. */
const FIRST = ["win", "push", "lose"];

/** @param {number} net @param {Draw.Child} small @param {Draw.Child} rest */
const panel = (net, small, rest) => h("div", { class: "result" },
  h("div", { class: ["net", net > 0 ? "up" : net < 0 ? "down" : "even"] },
    h("span", {}, t("result.net")), h("b", {}, signed(net)), h("span", { class: "small" }, small)),
  rest);

/** @param {Bets} felt @param {Api.Line[]} lines @param {string} winner @param {OwnRemark[]} remarks */
export function resultPanel(felt, lines, winner, remarks) {
  if (!lines.length && !remarks.length) return h("p", { class: "tray-note" }, t("result.none"));
  const sorted = inOrder(felt, lines);
  const lostLines = sorted.filter((line) => line.outcome === "lose");
  const rest = sorted.filter((line) => line.outcome !== "lose");
  const paid = lines.length > 0 && `${t("result.paid")} ${money(lines.reduce((sum, line) => sum + line.payback, 0))}`;
  return panel(netOf(lines, remarks), paid, h("div", { class: "result-lines" },
    (rest.length > 0 || remarks.length > 0) && linesTable(felt, rest, winner, remarks, lines),
    lostLines.length > 0 && folded(felt, lostLines, winner, lines)));
}

/** The lines that lost, as a sum that unfolds. @param {Bets} felt @param {Api.Line[]} lostLines @param {string} winner @param {Api.Line[]} all */
function folded(felt, lostLines, winner, all) {
  const sum = lostLines.reduce((all, line) => all + line.stake - line.payback, 0);
  return h("details", { class: "losers" },
    h("summary", {}, h("span", {}, t("result.lost", { count: lostLines.length })), " ", h("b", {}, signed(-sum))),
    linesTable(felt, lostLines, winner, [], all));
}

/** @param {Bets} felt @param {Voided} voided @param {string} me @param {OwnRemark[]} remarks */
export function voidPanel(felt, voided, me, remarks) {
  const mine = voided.stakes.filter((back) => back.patron === me);
  const back = mine.reduce((sum, bet) => sum + bet.stake, 0);
  return panel(remarkNet(remarks), back > 0 && t("result.returned", { n: money(back) }), h("div", { class: "voided" },
    h("p", { class: "void-why" }, h("b", {}, t("past.void.title")), " ", voidWords(voided), " ", cite(voided.cite)),
    voidTable(felt, voided, mine, remarks)));
}
