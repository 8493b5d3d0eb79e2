// The felt of one box: areas drawn from the rulebook, chips of everybody who bets there, and keys to move between them.

import { stack } from "../lib/chips.js";
import { h } from "../lib/element.js";
import { pick, t } from "../lib/i18n.js";
import { leaning } from "../lib/leaning.js";
import { money, percent } from "../lib/money.js";
import { payLines } from "../lib/pay-words.js";
import { say } from "../lib/toast.js";
import { totalOf, zonesOf } from "./layout.js";
import { roomWords } from "./limit-words.js";

/** @typedef {Api.BetView} Bet */
/** @typedef {"plain" | "cell" | "wide"} Kind of area */

/** A finger that stays so long wants to know and not to bet. */
const LOOK_MS = 450;
/** In these phases nothing lies over the cards, and whoever presses an area meant to bet. */
const ROUND = ["dealing", "stopped", "paying"];

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {{cite: string}} bet */
const isReading = (bet) => bet.cite.startsWith("reading:");

/** @param {Api.Name} name */
const inBothScripts = (name) => [h("span", { class: "han", lang: "zh-Hant" }, name.zh), " ", h("span", { class: "latin", lang: "en" }, name.en)];

export class Felt {
  /** The area that the Tab key reaches. */
  #reached = "";
  /** Whether the press that ends now has looked at an area, and so bets nothing. */
  #looked = false;
  #holding = 0;

  /** @param {import("./room.js").Room} room @param {HTMLElement} place */
  constructor(room, place) {
    this.room = room;
    this.place = place;
  }

  view() {
    const { felt, canBet, online, veil } = this.room;
    const drawn = this.room.drawn && !veil.before.length;
    const { grids, above, beside, ties, originals } = zonesOf(felt.bets);
    const gridded = Object.values(grids).some((bets) => bets.length);
    const flanked = beside.player.length > 0 || beside.banker.length > 0;
    const aside = felt.bets.filter((bet) => !originals.includes(bet) && !ties.includes(bet));
    if (!felt.bets.some((bet) => bet.id === this.#reached)) this.#reached = (originals.at(-1) ?? felt.bets[0])?.id ?? "";
    const plain = (/** @type {string} */ zone, /** @type {Bet[]} */ bets) => bets.length > 0 && h("div", { class: ["zone", zone], key: zone }, bets.map((bet) => this.#area(bet, "plain", gridded)));
    return [
      h("div", {
        class: ["layout", gridded && "gridded", flanked && "flanked", above.length > 0 && "topped", canBet && "open", drawn && "drawn", !online && "lost"],
        role: "group", "aria-label": pick(felt.title), "aria-disabled": online ? null : "true", onkeydown: (event) => this.#key(event),
      },
      originals.map((bet) => h("div", { class: ["original", bet.hand], key: bet.id }, this.#area(bet, "wide", gridded), bet.hand && this.#insurance(bet.hand))),
      plain("ties", ties),
      h("div", { class: "drawer", id: "drawer", key: "drawer" },
        h("div", { class: "drawer-head" }, h("b", {}, t("drawer.title")), h("button", { type: "button", onclick: () => this.room.openDrawer(false) }, t("close"))),
        plain("above", above),
        this.#grid("player", grids.player),
        this.#grid("tie", grids.tie),
        this.#grid("banker", grids.banker),
        plain("beside-player", beside.player),
        plain("beside-banker", beside.banker))),
      aside.length > 0 && this.#drawerBar(aside),
      felt.bets.some(isReading) && h("p", { class: "readings" }, t("felt.readings")),
    ];
  }

  /** Where the side bets are in a drawer: how many there are, and what of mine lies in it. @param {Bet[]} aside */
  #drawerBar(aside) {
    const { view, me, box, drawn, paid } = this.room;
    const ids = new Set(aside.map((bet) => bet.id));
    const mine = (view.coup?.bets ?? []).filter((bet) => bet.patron === me.name && bet.box === box && ids.has(bet.bet));
    const won = (paid?.lines ?? []).some((line) => line.patron === me.name && ids.has(line.bet) && line.outcome === "win");
    const sum = mine.reduce((all, bet) => all + bet.stake, 0);
    return h("button", { type: "button", class: ["drawer-bar", won && "won"], "aria-expanded": String(drawn), "aria-controls": "drawer", onclick: () => this.room.openDrawer(!drawn) },
      h("span", {}, t("drawer.bets", { n: aside.length })),
      h("b", { class: "drawer-chips" }, mine.length ? t("drawer.chips", { count: mine.length, sum: money(sum) }) : t("drawer.none")));
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
    const here = (view.coup?.bets ?? []).filter((laidBet) => laidBet.box === box && laidBet.bet === bet.id);
    const won = here.some((laidBet) => this.#outcome(bet, laidBet.patron) === "win");
    const outcome = (/** @type {string} */ patron) => this.#outcome(bet, patron);
    const off = this.room.isOff(bet.id);
    return h("button", {
      type: "button", class: ["area", kind, leaning(bet), lines.length > 1 && "several", won && "won", off && "off"], "aria-disabled": off ? "true" : null, key: bet.id, data: { bet: bet.id },
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
    h("span", { class: ["chips", here.length > 1 && "crowd"], "aria-hidden": "true" }, here.map((laidBet) => [this.#stack(laidBet, outcome(laidBet.patron)), this.#payout(bet, laidBet.patron)])),
    h("span", { class: "visually-hidden" }, this.#spoken(bet, kind, here)));
  }

  /** @param {Bet} bet @param {Kind} kind */
  #name(bet, kind) {
    if (kind === "cell") return h("span", { class: "figure" }, totalOf(bet));
    return h("span", { class: "names" }, inBothScripts(bet.name), isReading(bet) && h("sup", { class: "reading", "aria-hidden": "true" }, "†"));
  }

  /** Where there are grids there is room for the figure alone. @param {Bet} bet @param {boolean} short */
  #edge(bet, short) {
    const worth = this.room.showEdges && this.room.edges.of(bet.id);
    if (!worth) return null;
    const figure = percent(worth.edge_pct);
    return short ? figure : t("edge.short", { n: figure });
  }

  /** @param {Bet} bet @param {string} patron */
  #outcome(bet, patron) {
    return this.#line(bet, patron)?.outcome ?? "";
  }

  /** @param {Bet} bet @param {string} patron */
  #line(bet, patron) {
    const lines = this.room.paid?.lines ?? [];
    return lines.find((line) => line.box === this.room.box && line.bet === bet.id && line.patron === patron);
  }

  /** What the house pays beside a stack: it comes from the dealer and goes to whoever won. @param {Bet} bet @param {string} patron */
  #payout(bet, patron) {
    const line = this.room.stage === "pay" ? this.#line(bet, patron) : undefined;
    const won = line && line.outcome === "win" ? line.payback - line.effective : 0;
    return won > 0 && h("span", { class: ["payout", patron === this.room.me.name && "to-me"], key: `payout ${patron}` }, stack(won, { mine: patron === this.room.me.name }));
  }

  /** @param {{patron: string, stake: number}} bet @param {string} tone */
  #stack({ patron, stake }, tone = "") {
    const mine = patron === this.room.me.name;
    return stack(stake, { owner: mine ? "" : patron, mine, tone, key: `${patron} ${stake}` });
  }

  /** Beside an original bet, the place where its insurance lies. @param {Api.Side} hand */
  #insurance(hand) {
    const { view: { coup }, box, felt } = this.room;
    const area = felt.areas.find((area) => area.insures === hand);
    if (!area) return null;
    const here = (coup?.insurance ?? []).filter((insurance) => insurance.box === box && insurance.insures === hand);
    const offered = coup?.offers.some((offer) => offer.insures === hand);
    return h("div", { class: ["insured-area", offered && "offered"], data: { insures: hand } },
      inBothScripts(area.name),
      h("span", { class: "chips" }, here.map((insurance) => this.#stack(insurance))));
  }

  /** The words for screen readers besides those that stand on an area. @param {Bet} bet @param {Kind} kind @param {Api.LaidBet[]} here */
  #spoken(bet, kind, here) {
    const { me, box, canBet, showEdges, edges, wagers, view: { sign } } = this.room;
    const mine = here.find((laidBet) => laidBet.patron === me.name)?.stake ?? 0;
    const others = here.reduce((sum, laidBet) => sum + (laidBet.patron === me.name ? 0 : laidBet.stake), 0);
    const room = canBet && sign ? wagers.roomFor(bet, box, sign) : null;
    const worth = showEdges && edges.of(bet.id);
    return [
      kind === "cell" && `${pick(bet.name)}.`,
      isReading(bet) && t("area.reading"),
      this.room.isOff(bet.id) && t("area.off"),
      mine > 0 && t("area.mine", { n: money(mine) }),
      others > 0 && t("area.others", { n: money(others) }),
      room?.by && t("area.room", { room: roomWords(room) }),
      worth && t("area.edge", { n: percent(worth.edge_pct) }),
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
    this.#act(bet, () => this.room.use(bet));
  }

  /** @param {Bet} bet */
  #takeBack(bet) {
    this.#act(bet, () => this.room.wagers.takeBack(bet));
  }

  /** Bet where bets are taken; in a round say that they are not, and between rounds tell about the bet. @param {Bet} bet @param {() => void} act */
  #act(bet, act) {
    const { canBet, view, online } = this.room;
    if (canBet) act();
    else if (!online) say(t("table.link.offline"));
    else if (ROUND.includes(view.phase)) say(t("tray.closed"), { seconds: 3 });
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
    return [...this.place.querySelectorAll(".area")].filter((element) => element instanceof HTMLElement);
  }

  focus() {
    this.#areas.find((area) => area.dataset.bet === this.#reached)?.focus();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const at = this.#areas.find((area) => area === event.target);
    const bet = at && this.room.felt.bets.find((bet) => bet.id === at.dataset.bet);
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
