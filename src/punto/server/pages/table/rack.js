// The rack: chips to pick, and undo, clear, repeat, double; what the limits still allow for the area one looks at.

import { chip } from "../lib/chips.js";
import { h } from "../lib/element.js";
import { pick, t } from "../lib/i18n.js";
import { money, percent } from "../lib/money.js";
import { range, roomLine } from "./limit-words.js";
import { rangeOf, sidesOf } from "./limits.js";

/** @typedef {import("./room.js").Room} Room */

/** @param {Room} room */
export const rack = (room) => h("div", { class: "rack" },
  chips(room),
  actions(room),
  h("div", { class: "rack-foot" },
    stances(room),
    h("div", { class: "limits" }, limits(room)),
    h("div", { class: "staked" }, h("span", {}, t("rack.staked")), h("b", {}, money(room.staked)))));

/** @param {Room} room */
function chips(room) {
  const button = (/** @type {number} */ worth, /** @type {string} */ label, /** @type {string | number} */ key, /** @type {Draw.Child} */ face) => h("button", {
    type: "button", class: ["rack-chip", !worth && "take"], role: "radio", key: worth, data: { worth }, "aria-label": label, title: `${worth ? money(worth) : label} (${key})`,
    "aria-checked": String(room.chip === worth), tabindex: room.chip === worth ? 0 : -1, onclick: () => room.pickChip(worth),
  }, face);
  return h("div", { class: "rack-chips", role: "radiogroup", "aria-label": t("rack.label"), onkeydown: (event) => stepChip(room, event) },
    room.worths.map((worth, place) => button(worth, t("rack.chip", { n: money(worth) }), place + 1, chip(worth))),
    button(0, t("rack.take"), 0, h("span", {}, t("rack.take"))));
}

/** @param {Room} room @param {KeyboardEvent & {currentTarget: HTMLElement}} event */
function stepChip(room, event) {
  const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const all = [...room.worths, 0];
  const to = all[(all.indexOf(room.chip) + step + all.length) % all.length];
  room.pickChip(to);
  /** @type {HTMLElement | null} */ (event.currentTarget.querySelector(`[data-worth="${to}"]`))?.focus();
}

/** @param {Room} room */
function actions({ wagers, canBet, myBets, lastBets }) {
  const act = (/** @type {"undo" | "clear" | "repeat" | "double"} */ name, /** @type {string} */ key, /** @type {boolean} */ able) =>
    h("button", { type: "button", key, data: { act: name }, title: `${t(`act.${name}`)} (${key})`, disabled: !canBet || !able, onclick: () => { wagers[name](); } }, t(`act.${name}`));
  return h("div", { class: "actions" },
    act("undo", "U", wagers.canUndo), act("clear", "C", myBets.length > 0), act("repeat", "R", lastBets.length > 0), act("double", "D", myBets.length > 0));
}

/** @param {Room} room */
function stances(room) {
  const now = room.stanceAt(room.box);
  const may = room.stancesAt(room.box);
  return h("div", { class: "stance", role: "radiogroup", "aria-label": t("stance.label") }, /** @type {const} */ (["seated", "standing"]).map((stance) => h("button", {
    type: "button", role: "radio", key: stance, data: { stance }, "aria-checked": String(stance === now), tabindex: stance === now ? 0 : -1,
    disabled: !may.includes(stance), onclick: () => room.take(stance),
  }, t(`stance.${stance}`))));
}

/** For the area somebody looks at (or Player, before there is one): its range, what is free, and the box's differential. @param {Room} room @returns {Draw.Child} */
function limits(room) {
  const { view: { sign, coup }, box, wagers, edges, showEdges, felt, lookedAt: bet } = room;
  if (!bet || !sign) return null;
  const worth = showEdges && edges.of(bet.id);
  const on = sidesOf(felt, coup?.bets ?? [], box);
  return [
    h("button", { type: "button", class: "limit-name", title: t("about.open"), "aria-label": `${t("about.open")}: ${pick(bet.name)}`, onclick: () => room.about.open(bet) },
      h("b", {}, pick(bet.name)), h("i", { "aria-hidden": "true" })),
    h("span", { key: "range" }, range(rangeOf(sign, bet.id))),
    roomLine(felt, wagers.roomFor(bet, box, sign)),
    worth && h("span", { class: "limit-edge" }, t("edge.show"), " ", percent(worth.edge_pct, 4)),
    sign.differential_max !== null && gauge(Math.abs(on.player - on.banker), sign.differential_max),
  ];
}

/** How much of a box's differential is used. @param {number} now @param {number} limit */
function gauge(now, limit) {
  const words = t("limit.diff", { now: money(now), limit: money(limit) });
  return h("span", { class: ["gauge", now > limit && "over"], role: "img", "aria-label": words },
    h("span", { class: "gauge-text" }, words),
    h("span", { class: "gauge-bar" }, h("i", { style: { "inline-size": `${Math.min(1, now / limit) * 100}%` } })));
}
