// The last fifty rounds: who won, with which cards, and what it meant for me.

import { cite } from "../lib/cite.js";
import { h } from "../lib/element.js";
import { put } from "../lib/put.js";
import { t } from "../lib/i18n.js";
import { signed } from "../lib/money.js";
import { linesTable, netOf, voidTable, voidWords } from "./result.js";

const RED = new Set(["h", "d"]);
const SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };

/** Cards in the order they were drawn, dealt to their hands: the third card of Player comes before Banker's. */
function handsOf(past) {
  const cards = past.cards.replace("|", " ").trim().split(/\s+/);
  const player = [cards[0], cards[2]];
  const banker = [cards[1], cards[3]];
  const more = cards.slice(4);
  const drawn = (hand) => hand.reduce((sum, card) => sum + count(card), 0) % 10;
  // With one card more the totals tell whose it was.
  if (more.length === 2) [player[2], banker[2]] = more;
  else if (more.length === 1) (drawn([...player, more[0]]) === past.player_points && drawn(banker) === past.banker_points ? player : banker).push(more[0]);
  return { player, banker };
}

const count = (card) => ("TJQK".includes(card[0]) ? 0 : card[0] === "A" ? 1 : Number(card[0]));

export const tiny = (card) => h("span", { class: ["tiny", RED.has(card[1]) && "red"] }, card[0] === "T" ? "10" : card[0], SIGNS[card[1]] ?? "");

const netMark = (net, shown) => h("span", { class: ["past-net", net > 0 ? "up" : net < 0 ? "down" : ""] }, shown ? signed(net) : "");

/** A row that opens, where there is something of mine in it. */
const unfolding = (past, summary, lines) => (lines
  ? h("li", {}, h("details", { data: { coup: String(past.coup) } }, h("summary", { class: "past" }, summary), h("div", { class: "scroll-x" }, lines)))
  : h("li", { class: "past" }, summary));

function voidRow(past, felt, me, remarks) {
  const mine = past.stakes.filter((back) => back.patron === me.name);
  const some = mine.length > 0 || remarks.length > 0;
  return unfolding(past, [
    h("span", { class: "past-n" }, past.coup),
    h("span", { class: "past-mark void" }, "–"),
    h("span", { class: "past-cards" }, h("span", {}, t("past.void"), ": ", voidWords(past)), cite(past.cite)),
    netMark(netOf([], remarks), some),
  ], some && voidTable(felt, past, mine, remarks));
}

function row(past, felt, me, remarks) {
  if (past.kind === "coup_voided") return voidRow(past, felt, me, remarks);
  const mine = past.lines.filter((line) => line.patron === me.name);
  const some = mine.length > 0 || remarks.length > 0;
  const { player, banker } = handsOf(past);
  const summary = [
    h("span", { class: "past-n" }, past.coup),
    h("span", { class: ["past-mark", past.winner], title: t(past.winner) }, t(`roads.letter.${past.winner}`)),
    h("span", { class: "past-cards", "aria-label": t("past.cards", { p: past.player_points, b: past.banker_points }) },
      h("span", { class: "past-hand player" }, h("b", {}, past.player_points), player.map(tiny)), h("span", { class: "past-hand banker" }, h("b", {}, past.banker_points), banker.map(tiny))),
    netMark(netOf(mine, remarks), some),
  ];
  return unfolding(past, summary, some && linesTable(felt, mine, past.winner, remarks));
}

/** @param {HTMLElement} place @param {any[]} coups newest first @param {import("./remarks.js").Remarks} remarks */
export function drawPast(place, coups, felt, me, remarks) {
  const key = `${coups[0]?.coup}/${coups[0]?.kind}/${coups.length}/${remarks.all.length}/${document.documentElement.lang}`;
  if (place.dataset.shows === key) return;
  place.dataset.shows = key;
  const open = new Set([...place.querySelectorAll("details[open]")].map((one) => one.dataset.coup));
  put(place, coups.length ? h("ol", { class: "pasts", tabindex: "0", "aria-label": t("table.past") }, coups.map((past) => row(past, felt, me, remarks.of(past.coup, me.name, felt)))) : h("p", { class: "quiet-text" }, t("past.none")));
  for (const one of place.querySelectorAll("details")) one.open = open.has(one.dataset.coup);
}
