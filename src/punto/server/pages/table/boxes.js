// The boxes along the table's edge: who sits where, what lies there, and which one is mine.

import { chip } from "../lib/chips.js";
import { h } from "../lib/element.js";
import { pick, t } from "../lib/i18n.js";
import { money } from "../lib/money.js";
import { chipsFor } from "../lib/worths.js";

/** @typedef {import("./room.js").Room} Room */

/** @param {Room} room @param {KeyboardEvent & {currentTarget: HTMLElement}} event */
function step(room, event) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const count = room.view.sign?.boxes ?? 0;
  if (!by || !count) return;
  event.preventDefault();
  const to = ((room.box - 1 + by + count) % count) + 1;
  room.choose(to);
  /** @type {HTMLElement | null} */ (event.currentTarget.querySelector(`[data-box="${to}"]`))?.focus();
}

/** @param {Room} room */
export function boxes(room) {
  const count = room.view.sign?.boxes ?? 0;
  const bets = room.view.coup?.bets ?? [];
  const numbers = Array.from({ length: count }, (_, place) => place + 1);
  return h("div", { class: "boxes", role: "radiogroup", "aria-label": t("boxes.label"), style: { "--count": count }, onkeydown: (event) => step(room, event) },
    numbers.map((number) => box(room, number, bets.filter((bet) => bet.box === number), count)));
}

/** @param {Room} room @param {number} number @param {Api.LaidBet[]} bets @param {number} count */
function box(room, number, bets, count) {
  const { felt, me } = room;
  const chosen = number === room.box;
  const betOf = (/** @type {string} */ id) => felt.bets.find((bet) => bet.id === id);
  const seated = bets.find((bet) => bet.stance === "seated")?.patron;
  const standing = new Set(bets.filter((bet) => bet.stance === "standing").map((bet) => bet.patron));
  const mine = bets.some((bet) => bet.patron === me.name);
  const who = seated ? t("box.sits", { who: seated }) : t("box.free");
  const lie = bets.map((bet) => `${bet.patron}: ${pick(betOf(bet.bet)?.name)} ${money(bet.stake)}`).join(", ");
  const sums = /** @type {const} */ (["player", "banker", "other"]).map((kind) => {
    const here = bets.filter((bet) => (betOf(bet.bet)?.hand ?? "other") === kind);
    return { kind, sum: here.reduce((sum, bet) => sum + bet.stake, 0) };
  });
  // Boxes lie on a bow, the middle ones nearest to whoever looks.
  const bow = count > 1 ? 1 - ((2 * (number - 1)) / (count - 1) - 1) ** 2 : 0;
  return h("button", {
    type: "button", class: ["box", chosen && "chosen", mine && "mine", seated && "taken"], role: "radio", "aria-checked": String(chosen), key: number,
    tabindex: chosen ? "0" : "-1", data: { box: number }, title: lie || t("box.free"), style: { "--bow": bow },
    "aria-label": [t("box.said", { n: number }), mine ? t("box.yours") : who, lie].filter(Boolean).join(", "),
    onclick: () => room.choose(number),
  },
  h("span", { class: "number" }, number),
  h("span", { class: ["sums", sums.every(({ sum }) => sum) && "many"], style: { "--sums": sums.filter(({ sum }) => sum).length } }, sums.filter(({ sum }) => sum).map(({ kind, sum }) => h("span", { class: ["sum", kind], key: kind, style: { "--signs": money(sum).length } },
    h("span", { class: "mini" }, chip(chipsFor(sum)[0])), h("b", {}, money(sum))))),
  h("span", { class: "sitter" }, seated === me.name ? t("box.yours") : seated ?? t("box.free"), standing.size > 0 && h("i", {}, `+${standing.size}`)));
}
