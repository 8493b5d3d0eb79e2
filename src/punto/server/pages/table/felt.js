// The felt of one box: areas drawn from the rulebook, chips of everybody who bets there, and keys to move between them.

import { stack } from "../lib/chips.js";
import { h } from "../lib/element.js";
import { pick, t } from "../lib/i18n.js";
import { leaning } from "../lib/leaning.js";
import { money, percent } from "../lib/money.js";
import { payLines } from "../lib/pay-words.js";
import { totalOf, zonesOf } from "./layout.js";
import { roomWords } from "./limit-words.js";

/** @typedef {Api.BetView} Bet */
/** @typedef {"plain" | "cell" | "wide"} Kind of area */

/** A finger that stays so long wants to know and not to bet. */
const LOOK_MS = 450;
/** Whoever presses so shortly after the bets closed meant to bet. */
const LATE_MS = 1500;

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {{cite: string}} bet */
const isReading = (bet) => bet.cite.startsWith("reading:");

/** @param {Api.Name} name */
const inBothScripts = (name) => [h("span", { class: "han", lang: "zh-Hant" }, name.zh), " ", h("span", { class: "latin", lang: "en" }, name.en)];

export class Felt {
  /** The area that the Tab key reaches. */
  #reached = "";
  /** When bets were last open. */
  #openAt = -LATE_MS;
  /** Whether the press that ends now has looked at an area, and so bets nothing. */
  #looked = false;
  #holding = 0;

  /** @param {import("./room.js").Room} room @param {HTMLElement} place */
  constructor(room, place) {
    this.room = room;
    this.place = place;
  }

  view() {
    const { felt, canBet } = this.room;
    if (canBet) this.#openAt = performance.now();
    const { grids, above, between, originals } = zonesOf(felt.bets);
    const gridded = Object.values(grids).some((bets) => bets.length);
    if (!felt.bets.some((bet) => bet.id === this.#reached)) this.#reached = (originals.at(-1) ?? felt.bets[0])?.id ?? "";
    const plain = (/** @type {string} */ zone, /** @type {Bet[]} */ bets) => bets.length > 0 && h("div", { class: ["zone", zone], key: zone }, bets.map((bet) => this.#area(bet, "plain", gridded)));
    return [
      h("div", { class: ["layout", gridded && "gridded", canBet && "open"], role: "group", "aria-label": pick(felt.title), onkeydown: (event) => this.#key(event) },
        plain("above", above),
        this.#grid("player", grids.player),
        this.#grid("banker", grids.banker),
        h("div", { class: "zone middle", key: "middle" },
          this.#grid("tie", grids.tie),
          plain("between", between),
          originals.map((bet) => h("div", { class: ["original", bet.hand], key: bet.id }, this.#area(bet, "wide", gridded), bet.hand && this.#insurance(bet.hand))))),
      felt.bets.some(isReading) && h("p", { class: "readings" }, t("felt.readings")),
    ];
  }

  /** @param {"player" | "banker" | "tie"} side @param {Bet[]} bets */
  #grid(side, bets) {
    if (!bets.length) return null;
    return h("div", { class: ["zone", "grid", `grid-${side}`, side], key: side, role: "group", "aria-label": t(`grid.${side}`) },
      h("p", { class: "grid-title", "aria-hidden": "true" }, t(`grid.${side}`)),
      h("div", { class: "cells" }, bets.map((bet) => this.#area(bet, "cell", true))));
  }

  /** An area is named by all that stands on it and by what is only said. @param {Bet} bet @param {Kind} kind @param {boolean} gridded */
  #area(bet, kind, gridded) {
    const { view, box } = this.room;
    const lines = payLines(bet, this.room.commission);
    const here = (view.coup?.bets ?? []).filter((one) => one.box === box && one.bet === bet.id);
    const won = here.some((one) => this.#outcome(bet, one.patron) === "win");
    return h("button", {
      type: "button", class: ["area", kind, leaning(bet), lines.length > 1 && "several", won && "won"], key: bet.id, data: { bet: bet.id },
      tabindex: bet.id === this.#reached ? 0 : -1,
      onclick: () => { this.#press(bet); },
      oncontextmenu: (event) => { event.preventDefault(); if (!("pointerType" in event && event.pointerType === "touch")) this.#takeBack(bet); },
      onpointerdown: (event) => this.#hold(event, bet), onpointerup: () => this.#letGo(), onpointercancel: () => this.#letGo(), onpointerleave: () => this.#letGo(),
      onpointerenter: (event) => event.pointerType === "mouse" && this.room.look(bet.id),
      onfocus: () => this.#focused(bet.id),
    },
    this.#name(bet, kind), " ",
    h("span", { class: "prints" },
      h("span", { class: "pays" }, lines.map((line) => [h("span", { class: "pay" }, line.when && [h("i", {}, line.when), " "], h("b", {}, line.odds)), " "])),
      h("span", { class: "edge", "aria-hidden": "true" }, this.#edge(bet, gridded && kind !== "wide"))),
    h("span", { class: ["chips", here.length > 1 && "crowd"], "aria-hidden": "true" }, here.map((one) => this.#stack(one, this.#outcome(bet, one.patron)))),
    h("span", { class: "visually-hidden" }, this.#spoken(bet, kind, here)));
  }

  /** @param {Bet} bet @param {Kind} kind */
  #name(bet, kind) {
    if (kind === "cell") return h("span", { class: "figure" }, totalOf(bet));
    return h("span", { class: "names" }, inBothScripts(bet.name), isReading(bet) && h("sup", { class: "reading", "aria-hidden": "true" }, "†"));
  }

  /** Where there are grids there is room for the figure alone. @param {Bet} bet @param {boolean} short */
  #edge(bet, short) {
    const known = this.room.showEdges && this.room.edges.of(bet.id);
    if (!known) return null;
    const figure = percent(known.edge_pct);
    return short ? figure : t("edge.short", { n: figure });
  }

  /** @param {Bet} bet @param {string} patron */
  #outcome(bet, patron) {
    const lines = this.room.settlement?.lines ?? [];
    return lines.find((line) => line.box === this.room.box && line.bet === bet.id && line.patron === patron)?.outcome ?? "";
  }

  /** @param {{patron: string, stake: number}} one @param {string} tone */
  #stack({ patron, stake }, tone = "") {
    const mine = patron === this.room.me.name;
    return stack(stake, { owner: mine ? "" : patron, mine, tone, key: `${patron} ${stake}` });
  }

  /** Beside an original bet, the place where its insurance lies. @param {Api.Side} hand */
  #insurance(hand) {
    const { view: { coup }, box, felt } = this.room;
    const area = felt.areas.find((one) => one.insures === hand);
    if (!area) return null;
    const here = (coup?.insurance ?? []).filter((one) => one.box === box && one.insures === hand);
    const offered = coup?.offers.some((one) => one.insures === hand);
    return h("div", { class: ["insured-area", offered && "offered"], data: { insures: hand } },
      inBothScripts(area.name),
      h("span", { class: "chips" }, here.map((one) => this.#stack(one))));
  }

  /** What a screen reader is told besides what stands on an area. @param {Bet} bet @param {Kind} kind @param {Api.LaidBet[]} here */
  #spoken(bet, kind, here) {
    const { me, box, canBet, showEdges, edges, wagers, view: { sign } } = this.room;
    const mine = here.find((one) => one.patron === me.name)?.stake ?? 0;
    const others = here.reduce((sum, one) => sum + (one.patron === me.name ? 0 : one.stake), 0);
    const room = canBet && sign ? wagers.roomFor(bet, box, sign) : null;
    const known = showEdges && edges.of(bet.id);
    return [
      kind === "cell" && `${pick(bet.name)}.`,
      isReading(bet) && t("area.reading"),
      mine > 0 && t("area.mine", { n: money(mine) }),
      others > 0 && t("area.others", { n: money(others) }),
      room?.by && t("area.room", { room: roomWords(room) }),
      known && t("area.edge", { n: percent(known.edge_pct) }),
    ].filter(Boolean).join(" ");
  }

  /** @param {string} id */
  #focused(id) {
    this.#reached = id;
    this.room.look(id);
  }

  /** @param {Bet} bet */
  #press(bet) {
    if (this.#looked) return void (this.#looked = false);
    const late = performance.now() - this.#openAt < LATE_MS;
    if (this.room.canBet || late) this.room.use(bet);
    else this.room.about.open(bet);
  }

  /** @param {Bet} bet */
  #takeBack(bet) {
    if (this.room.canBet) this.room.wagers.takeBack(bet);
    else this.room.about.open(bet);
  }

  /** A finger that stays on an area opens what there is to know of it; the press that ends it bets nothing. @param {PointerEvent} event @param {Bet} bet */
  #hold(event, bet) {
    this.#looked = false;
    if (event.pointerType === "mouse") return;
    this.#holding = setTimeout(() => {
      this.#looked = true;
      this.room.about.open(bet);
    }, LOOK_MS);
  }

  #letGo() {
    clearTimeout(this.#holding);
  }

  /** @returns {HTMLElement[]} */
  get #areas() {
    return [...this.place.querySelectorAll(".area")].filter((one) => one instanceof HTMLElement);
  }

  focus() {
    this.#areas.find((area) => area.dataset.bet === this.#reached)?.focus();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const at = this.#areas.find((area) => area === event.target);
    const bet = at && this.room.felt.bets.find((one) => one.id === at.dataset.bet);
    if (!at || !bet) return;
    const way = WAYS[event.key];
    if (way) {
      event.preventDefault();
      nearest(at, this.#areas, way)?.focus();
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      this.room.wagers.takeBack(bet);
    }
  }
}

/** @param {Element} element */
function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

/** The area one reaches going this way, by where areas really lie. @param {HTMLElement} from @param {HTMLElement[]} areas @param {[number, number]} way */
function nearest(from, areas, [dx, dy]) {
  const [x, y] = middle(from);
  /** @type {{far: number, area: HTMLElement} | null} */
  let best = null;
  for (const area of areas) {
    const [ax, ay] = middle(area);
    const along = (ax - x) * dx + (ay - y) * dy;
    if (area === from || along <= 4) continue;
    const far = along + 2.5 * (Math.abs((ax - x) * dy) + Math.abs((ay - y) * dx));
    if (!best || far < best.far) best = { far, area };
  }
  return best?.area;
}
