// The felt of one box: areas drawn from the rulebook, chips of everybody who bets there, and keys to move between them.

import { stack } from "../lib/chips.js";
import { h } from "../lib/element.js";
import { put } from "../lib/put.js";
import { pick, t } from "../lib/i18n.js";
import { money, percent } from "../lib/money.js";
import { leaning } from "../lib/leaning.js";
import { totalOf, zonesOf } from "./layout.js";
import { roomWords } from "./limit-words.js";
import { payLines, spokenOdds } from "../lib/pay-words.js";

/** A finger that stays so long wants to know and not to bet. */
const LOOK_MS = 450;
/** Whoever presses so shortly after the bets closed meant to bet. */
const LATE_MS = 1500;

export class Felt {
  /** @param {HTMLElement} place @param {import("./table.js").Room} room */
  constructor(place, room) {
    this.place = place;
    this.room = room;
    /** @type {Map<string, {bet: any, button: HTMLElement, chips: HTMLElement, edge: HTMLElement}>} */
    this.areas = new Map();
    /** @type {Map<string, HTMLElement>} */
    this.insured = new Map();
    /** When bets were last open. */
    this.openAt = -LATE_MS;
    place.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Draw the areas anew: on coming in, when the language changes, when the rules do. */
  lay() {
    const focused = [...this.areas.values()].find(({ button }) => button === document.activeElement)?.bet.id;
    this.areas.clear();
    this.insured.clear();
    const { felt } = this.room;
    const zones = zonesOf(felt.bets);
    const gridded = Object.values(zones.grids).some((bets) => bets.length);
    put(this.place, h("div", { class: ["layout", gridded && "gridded"], role: "group", "aria-label": pick(felt.title) },
      zones.above.length > 0 && h("div", { class: "zone above" }, zones.above.map((bet) => this.#area(bet, "plain"))),
      ["player", "banker"].map((side) => this.#grid(side, zones.grids[side])),
      h("div", { class: "zone middle" },
        this.#grid("tie", zones.grids.tie),
        zones.between.length > 0 && h("div", { class: "zone between" }, zones.between.map((bet) => this.#area(bet, "plain"))),
        zones.originals.map((bet) => h("div", { class: ["original", bet.hand] }, this.#area(bet, "wide"), this.#insurance(bet.hand))))),
    felt.bets.some((bet) => bet.cite.startsWith("reading:")) && h("p", { class: "readings" }, t("felt.readings")));
    const first = this.areas.get(focused) ?? this.areas.get(zones.originals.at(-1)?.id) ?? this.areas.values().next().value;
    for (const { button } of this.areas.values()) button.tabIndex = button === first?.button ? 0 : -1;
    if (focused) first.button.focus();
    this.update();
  }

  #grid(side, bets) {
    if (!bets.length) return null;
    return h("div", { class: ["zone", "grid", `grid-${side}`, side], role: "group", "aria-label": t(`grid.${side}`) },
      h("p", { class: "grid-title", "aria-hidden": "true" }, t(`grid.${side}`)),
      h("div", { class: "cells" }, bets.map((bet) => this.#area(bet, "cell"))));
  }

  #area(bet, kind) {
    const chips = h("span", { class: "chips" });
    const edge = h("span", { class: "edge" });
    const lines = payLines(bet, this.room.commission);
    const read = bet.cite.startsWith("reading:") && h("sup", { class: "reading", "aria-hidden": "true" }, "†");
    const name = kind === "cell" ? h("span", { class: "figure" }, totalOf(bet)) : h("span", { class: "names" },
      h("span", { class: "han", lang: "zh-Hant" }, bet.name.zh), h("span", { class: "latin", lang: "en" }, bet.name.en), read);
    const button = h("button", { type: "button", class: ["area", kind, leaning(bet), lines.length > 1 && "several"], data: { bet: bet.id },
      onclick: () => this.#press(bet),
      oncontextmenu: (event) => { event.preventDefault(); if (event.pointerType !== "touch") this.#takeBack(bet); },
      onpointerdown: (event) => this.#hold(event, bet), onpointerup: () => this.#letGo(), onpointercancel: () => this.#letGo(), onpointerleave: () => this.#letGo(),
      onpointerenter: (event) => event.pointerType === "mouse" && this.#look(bet.id),
      onfocus: () => this.#focus(bet.id) },
    name,
    h("span", { class: "prints" }, h("span", { class: "pays" }, lines.map((line) => h("span", { class: "pay" }, line.when && h("i", {}, line.when), h("b", {}, line.odds)))), edge),
    chips);
    this.areas.set(bet.id, { bet, button, chips, edge });
    return button;
  }

  /** Beside an original bet, the place where its insurance lies. */
  #insurance(hand) {
    const area = this.room.felt.areas.find((one) => one.insures === hand);
    if (!area) return null;
    const chips = h("span", { class: "chips" });
    this.insured.set(hand, chips);
    return h("div", { class: "insured-area", data: { insures: hand } },
      h("span", { class: "han", lang: "zh-Hant" }, area.name.zh), h("span", { class: "latin", lang: "en" }, area.name.en), chips);
  }

  #focus(id) {
    for (const [other, { button }] of this.areas) button.tabIndex = other === id ? 0 : -1;
    this.#look(id);
  }

  /** Show what an area's limits allow, without betting on it. */
  #look(id) {
    this.room.looking = id;
    this.room.drawLimits();
  }

  #press(bet) {
    if (this.looked) return void (this.looked = false);
    const late = performance.now() - this.openAt < LATE_MS;
    if (this.room.canBet || late) this.room.use(bet);
    else this.room.about.open(bet);
  }

  #takeBack(bet) {
    if (this.room.canBet) this.room.wagers.takeBack(bet);
    else this.room.about.open(bet);
  }

  /** A finger that stays on an area opens what there is to know of it; the press that ends it bets nothing. */
  #hold(event, bet) {
    this.looked = false;
    if (event.pointerType === "mouse") return;
    this.holding = setTimeout(() => {
      this.looked = true;
      this.room.about.open(bet);
    }, LOOK_MS);
  }

  #letGo() {
    clearTimeout(this.holding);
  }

  /** Chips, edges and what a screen reader is told, for the table as it is now. */
  update() {
    const { view, box, me, edges, showEdges, canBet } = this.room;
    if (canBet) this.openAt = performance.now();
    const bets = (view.coup?.bets ?? []).filter((one) => one.box === box);
    const lines = (this.room.settlement?.lines ?? []).filter((one) => one.box === box);
    this.place.classList.toggle("open", canBet);
    for (const { bet, button, chips, edge } of this.areas.values()) {
      const here = bets.filter((one) => one.bet === bet.id);
      const tone = (one) => lines.find((line) => line.bet === bet.id && line.patron === one.patron)?.outcome ?? "";
      fresh(chips, here.map((one) => [one.patron, one.stake, tone(one)]), () => here.map((one) =>
        stack(one.stake, { owner: one.patron === me.name ? "" : one.patron, mine: one.patron === me.name, tone: tone(one) })));
      chips.classList.toggle("crowd", here.length > 1);
      button.classList.toggle("won", here.length > 0 && here.some((one) => tone(one) === "win"));
      const known = edges.of(bet.id);
      // Where there are grids there is room for the figure alone.
      const figure = known ? percent(known.edge_pct) : "";
      edge.textContent = showEdges && known ? (button.matches(".gridded .area:not(.wide)") ? figure : t("edge.short", { n: figure })) : "";
      button.setAttribute("aria-label", this.#spoken(bet, here, known));
    }
    for (const [hand, chips] of this.insured) {
      const here = (view.coup?.insurance ?? []).filter((one) => one.box === box && one.insures === hand);
      fresh(chips, here.map((one) => [one.patron, one.stake, one.window]), () => here.map((one) =>
        stack(one.stake, { owner: one.patron === me.name ? "" : one.patron, mine: one.patron === me.name })));
      const offer = (view.coup?.offers ?? []).find((one) => one.insures === hand);
      chips.parentElement.classList.toggle("offered", Boolean(offer));
    }
  }

  #spoken(bet, here, known) {
    const { me, box, canBet, showEdges } = this.room;
    const mine = here.find((one) => one.patron === me.name)?.stake ?? 0;
    const others = here.reduce((sum, one) => sum + (one.patron === me.name ? 0 : one.stake), 0);
    const room = canBet ? this.room.wagers.roomFor(bet, box) : null;
    return [
      t("area.said", { name: pick(bet.name), odds: spokenOdds(bet, this.room.commission) }),
      bet.cite.startsWith("reading:") && t("area.reading"),
      mine > 0 && t("area.mine", { n: money(mine) }),
      others > 0 && t("area.others", { n: money(others) }),
      room?.by && t("area.room", { room: roomWords(room) }),
      showEdges && known && t("area.edge", { n: percent(known.edge_pct) }),
    ].filter(Boolean).join(" ");
  }

  focus() {
    [...this.areas.values()].find(({ button }) => button.tabIndex === 0)?.button.focus();
  }

  #key(event) {
    const at = [...this.areas.values()].find(({ button }) => button === event.target);
    if (!at) return;
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (way) {
      event.preventDefault();
      this.#nearest(at.button, way)?.focus();
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      this.room.wagers.takeBack(at.bet);
    }
  }

  /** The area one reaches going this way, by where areas really lie. */
  #nearest(from, [dx, dy]) {
    const middle = (element) => {
      const box = element.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const [x, y] = middle(from);
    let best = null;
    for (const { button } of this.areas.values()) {
      if (button === from) continue;
      const [bx, by] = middle(button);
      const along = (bx - x) * dx + (by - y) * dy;
      if (along <= 4) continue;
      const across = Math.abs((bx - x) * dy) + Math.abs((by - y) * dx);
      const far = along + 2.5 * across;
      if (!best || far < best.far) best = { far, button };
    }
    return best?.button;
  }
}

/** Draw only if what is to be seen has changed, so that chips do not flicker and tips stay open. */
export function fresh(element, facts, draw) {
  const key = JSON.stringify(facts);
  if (element.dataset.shows === key) return;
  element.dataset.shows = key;
  put(element, draw());
}
