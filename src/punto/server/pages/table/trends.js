// What people play by: the roads with their shares of the shoe, when each side bet last won, and where the table's money lies.

import { h } from "../lib/element.js";
import { pick, t } from "../lib/i18n.js";
import { money } from "../lib/money.js";
import { sharesOf, moneyOn } from "./shares.js";

/** @typedef {import("./room.js").Room} Room */

const SIDES = /** @type {const} */ (["banker", "player", "tie"]);
const MARKS = 20;

/** @param {Room} room */
export const trends = (room) => [
  shares(room),
  h("punto-roads", { columns: 20, beads: 16, props: { data: room.roads } }),
  lies(room),
  h("details", { class: "side-results", key: "sides" }, h("summary", {}, t("trends.sides")), sides(room)),
];

/** How often each has won in this shoe. @param {Room} room */
function shares({ roads }) {
  const all = sharesOf(roads.counts);
  return h("div", { class: "shares", key: "shares" }, SIDES.map((side) => h("span", { class: ["share", side], key: side },
    h("i", {}, t(side)), " ", h("b", {}, roads.counts[side] ?? 0), " ", h("span", { class: "percent" }, `${all[side]} %`))));
}

/** How the table's money lies on Banker, Player and Tie. @param {Room} room */
function lies({ view, felt }) {
  const on = moneyOn(felt.bets, view.coup?.bets ?? []);
  const all = sharesOf(on);
  const words = SIDES.map((side) => `${t(side)} ${money(on[side])}`).join(", ");
  return h("div", { class: "money-lies", key: "money" },
    h("span", { class: "label" }, t("trends.money")),
    h("span", { class: "money-bar", role: "img", "aria-label": `${t("trends.money")}: ${words}` },
      SIDES.map((side) => h("i", { class: side, key: side, style: { "flex-grow": all[side] } }))),
    h("span", { class: "money-sums", "aria-hidden": "true" }, SIDES.map((side) => h("b", { class: side, key: side }, money(on[side])))));
}

/** Each side bet with the last rounds, won or not, the newest at the right. @param {Room} room */
function sides({ felt, won }) {
  const last = won.slice(-MARKS);
  return h("ul", { class: "side-list" }, felt.bets.filter((bet) => !bet.hand).map((bet) => {
    const hits = last.filter((round) => round.bets.includes(bet.id)).length;
    const since = last.toReversed().findIndex((round) => round.bets.includes(bet.id));
    const words = since < 0 ? t("trends.never", { n: last.length }) : t("trends.since", { count: since, n: hits, of: last.length });
    return h("li", { key: bet.id },
      h("span", {}, pick(bet.name)),
      h("span", { class: "marks", role: "img", "aria-label": words, title: words }, last.map((round) => h("i", { class: round.bets.includes(bet.id) && "hit", key: round.coup }))));
  }));
}
