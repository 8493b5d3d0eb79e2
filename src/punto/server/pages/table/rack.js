// The rack: chips to pick, and undo, clear, repeat, double; what the limits still allow for the area one looks at.

import { chip } from "../lib/chips.js";
import { WORTHS } from "../lib/worths.js";
import { h } from "../lib/element.js";
import { put } from "../lib/put.js";
import { pick, t } from "../lib/i18n.js";
import { money, percent } from "../lib/money.js";
import { fresh } from "./felt.js";
import { roomLine } from "./limit-words.js";
import { rangeOf, sidesOf } from "./limits.js";

const MOST_CHIPS = 6;

/** The chips worth having at a table: whole smallest chips, from a fifth of the minimum to the maximum. */
export function denominations(sign) {
  const fit = WORTHS.filter((worth) => worth % sign.chip === 0 && worth * 5 >= sign.stake_min && worth <= (sign.stake_max ?? Infinity));
  return fit.slice(0, MOST_CHIPS);
}

export class Rack {
  /** @param {import("./table.js").Room} room */
  constructor(room) {
    this.room = room;
    this.chips = h("div", { class: "rack-chips", role: "radiogroup" });
    this.limits = h("div", { class: "limits" });
    this.staked = h("div", { class: "staked" });
    this.stance = h("div", { class: "stance", role: "radiogroup" });
    this.actions = h("div", { class: "actions" });
    this.element = h("div", { class: "rack" }, this.chips, this.actions, h("div", { class: "rack-foot" }, this.stance, this.limits, this.staked));
    this.chips.addEventListener("keydown", (event) => this.#key(event));
    this.lay();
  }

  lay() {
    const { view } = this.room;
    this.worths = view.sign ? denominations(view.sign) : [];
    this.chips.setAttribute("aria-label", t("rack.label"));
    put(this.chips, this.worths.map((worth, place) =>
      h("button", { type: "button", class: "rack-chip", role: "radio", data: { worth: String(worth) }, "aria-label": t("rack.chip", { n: money(worth) }), title: `${money(worth)} (${place + 1})`,
        onclick: () => this.pick(worth) }, chip(worth))),
    h("button", { type: "button", class: "rack-chip take", role: "radio", data: { worth: "0" }, "aria-label": t("rack.take"), title: `${t("rack.take")} (0)`, onclick: () => this.pick(0) },
      h("span", {}, t("rack.take"))));
    const act = (name, key, run) => h("button", { type: "button", data: { act: name }, title: `${t(`act.${name}`)} (${key})`, onclick: () => { run(); } }, t(`act.${name}`));
    put(this.actions, act("undo", "U", () => this.room.wagers.undo()), act("clear", "C", () => this.room.wagers.clear()),
      act("repeat", "R", () => this.room.wagers.repeat()), act("double", "D", () => this.room.wagers.double()));
    this.stance.setAttribute("aria-label", t("stance.label"));
    put(this.stance, ["seated", "standing"].map((stance) =>
      h("button", { type: "button", role: "radio", data: { stance }, onclick: () => this.room.take(stance) }, t(`stance.${stance}`))));
    this.update();
  }

  pick(worth) {
    this.room.chip = worth;
    this.update();
  }

  #key(event) {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = [...this.worths, 0];
    const to = all[(all.indexOf(this.room.chip) + step + all.length) % all.length];
    this.pick(to);
    this.chips.querySelector(`[data-worth="${to}"]`).focus();
  }

  update() {
    const { chip: chosen, canBet, wagers, myBets, lastBets, box } = this.room;
    for (const button of this.chips.children) {
      const on = Number(button.dataset.worth) === chosen;
      button.setAttribute("aria-checked", String(on));
      button.tabIndex = on ? 0 : -1;
    }
    const able = { undo: wagers.canUndo, clear: myBets.length > 0, repeat: lastBets.length > 0, double: myBets.length > 0 };
    for (const button of this.actions.children) button.disabled = !canBet || !able[button.dataset.act];
    const stance = this.room.stanceAt(box);
    const may = this.room.stancesAt(box);
    for (const button of this.stance.children) {
      const on = button.dataset.stance === stance;
      button.setAttribute("aria-checked", String(on));
      button.tabIndex = on ? 0 : -1;
      button.disabled = !may.includes(button.dataset.stance);
    }
    const sum = myBets.reduce((all, one) => all + one.stake, 0);
    put(this.staked, h("span", {}, t("rack.staked")), h("b", {}, money(sum)));
    this.updateLimits();
  }

  /** For the area somebody looks at (or Player, before there is one): its range, what is free, and the box's differential. */
  updateLimits() {
    const { view, box, wagers, edges, showEdges, felt } = this.room;
    const bet = this.room.lookedAt;
    if (!bet || !view.sign) return void put(this.limits);
    const room = wagers.roomFor(bet, box);
    const known = showEdges ? edges.of(bet.id) : null;
    const on = sidesOf(felt, view.coup?.bets ?? [], box);
    fresh(this.limits, [bet.id, view.sign, room, known?.edge, on, document.documentElement.lang], () => [
      h("button", { type: "button", class: "limit-name", title: t("about.open"), "aria-label": `${t("about.open")}: ${pick(bet.name)}`, onclick: () => this.room.about.open(bet) },
        h("b", {}, pick(bet.name)), h("i", { "aria-hidden": "true" }, "i")),
      h("span", {}, range(rangeOf(view.sign, bet.id))),
      roomLine(felt, room),
      known && h("span", { class: "limit-edge" }, t("edge.show"), " ", percent(known.edge_pct, 4)),
      view.sign.differential_max !== null && gauge(Math.abs(on.player - on.banker), view.sign.differential_max),
    ]);
  }
}

const range = ({ least, most }) => (most === null ? t("limit.from", { least: money(least) }) : t("limit.range", { least: money(least), most: money(most) }));

/** How much of a box's differential is used. */
function gauge(now, limit) {
  const words = t("limit.diff", { now: money(now), limit: money(limit) });
  return h("span", { class: ["gauge", now > limit && "over"], role: "img", "aria-label": words },
    h("span", { class: "gauge-text" }, words), h("span", { class: "gauge-bar" }, h("i", { style: { "inline-size": `${Math.min(1, now / limit) * 100}%` } })));
}
