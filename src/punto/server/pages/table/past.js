// The last fifty rounds: who won, with which cards, and what it meant for me.

import { cite } from "../lib/cite.js";
import { h } from "../lib/element.js";
import { t, wordOf } from "../lib/i18n.js";
import { signed } from "../lib/money.js";
import { handsOf } from "./hands-of.js";
import { linesTable, netOf, voidTable, voidWords } from "./result.js";
import { tiny } from "./tiny.js";

/** @typedef {import("./room.js").Room} Room */
/** @typedef {import("./room.js").Past} Past */
/** @typedef {import("./remarks.js").OwnRemark} OwnRemark */

/** @param {number} net @param {boolean} visible */
const netMark = (net, visible) => h("span", { class: ["past-net", net > 0 ? "up" : net < 0 ? "down" : ""] }, visible && signed(net));

/** A row that opens, where there is something of mine in it. @param {Past} past @param {Draw.Child} summary @param {Draw.Child} lines */
const unfolding = ({ coup }, summary, lines) => (lines
  ? h("li", { key: coup }, h("details", { data: { coup } }, h("summary", { class: "past" }, summary), h("div", { class: "scroll-x" }, lines)))
  : h("li", { class: "past", key: coup }, summary));

/** @param {Extract<Past, {kind: "coup_voided"}>} past @param {Room} room @param {OwnRemark[]} remarks */
function voidRow(past, { felt, me }, remarks) {
  const mine = past.stakes.filter((back) => back.patron === me.name);
  const some = mine.length > 0 || remarks.length > 0;
  return unfolding(past, [
    h("span", { class: "past-n" }, past.coup),
    h("span", { class: "past-mark void" }, "–"),
    h("span", { class: "past-cards" }, h("span", {}, t("past.void"), ": ", voidWords(past)), cite(past.cite)),
    netMark(netOf([], remarks), some),
  ], some && voidTable(felt, past, mine, remarks));
}

/** @param {Past} past @param {Room} room */
function row(past, room) {
  const { felt, me } = room;
  const remarks = room.remarks.of(past.coup, me.name, felt);
  if (past.kind === "coup_voided") return voidRow(past, room, remarks);
  const mine = past.lines.filter((line) => line.patron === me.name);
  const some = mine.length > 0 || remarks.length > 0;
  const hands = handsOf(past);
  const hand = (/** @type {Api.Side} */ side) => h("span", { class: ["past-hand", side], key: side }, h("b", {}, past[`${side}_points`]), hands[side].map(tiny));
  return unfolding(past, [
    h("span", { class: "past-n" }, past.coup),
    h("span", { class: ["past-mark", past.winner], title: wordOf("", past.winner) }, wordOf("roads.letter.", past.winner)),
    h("span", { class: "past-cards", role: "img", "aria-label": t("past.cards", { p: past.player_points, b: past.banker_points }) }, hand("player"), hand("banker")),
    netMark(netOf(mine, remarks), some),
  ], some && linesTable(felt, mine, past.winner, remarks));
}

/** @param {Room} room */
export const past = (room) => (room.coups.length
  ? h("ol", { class: "pasts", tabindex: "0", "aria-label": t("table.past") }, room.coups.map((round) => row(round, room)))
  : h("p", { class: "quiet-text" }, t("past.none")));
