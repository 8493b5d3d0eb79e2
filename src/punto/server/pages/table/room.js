// The room: what a patron's page knows of its table, and the parts that show it.

import { clock } from "../lib/api.js";
import { setParagraphs } from "../lib/cite.js";
import { draw } from "../lib/draw.js";
import { h, wear } from "../lib/element.js";
import { t, translate, whenSpoken } from "../lib/i18n.js";
import { Reveal } from "../lib/reveal.js";
import { fullName, heading } from "../lib/table-words.js";
import { say } from "../lib/toast.js";
import { boxes } from "./boxes.js";
import { CashOut } from "./cash-out.js";
import { denominations } from "./denominations.js";
import { Edges } from "./edges.js";
import { Felt } from "./felt.js";
import { Leaves } from "./leaves.js";
import { drawHelp, listenForKeys } from "./keys.js";
import { News, isPast } from "./news.js";
import { offersTo } from "./offers.js";
import { OnDemand } from "./on-demand.js";
import { past } from "./past.js";
import { Remarks } from "./remarks.js";
import { firstBox, stancesAt } from "./seats.js";
import { Mixing } from "./mixing.js";
import { SealCheck, keepSeal } from "./seal.js";
import { sign } from "./sign.js";
import { Sound } from "./sound.js";
import { Squeezing } from "./squeezing.js";
import { Top } from "./top.js";
import { Tray } from "./tray.js";
import { trends } from "./trends.js";
import { Veil } from "./veil.js";
import { Wagers } from "./wagers.js";

/** @typedef {import("./seats.js").Stance} Stance */
/** @typedef {Extract<Api.HistoryView["coups"][number], {kind: "coup_settled" | "coup_voided"}>} Past a round that has ended */

const HEADS_AGAIN_MS = 10_000;

const header = () => /** @type {import("../lib/header.js").Header} */ (document.querySelector("punto-header"));

export class Room {
  /** @type {Stance | null} what I chose */
  #stance = null;
  /** @type {string} the bet whose area was looked at last */
  #looking = "";
  /** @type {"live" | "waiting" | "offline"} */
  #link = "live";
  /** @type {import("../lib/reveal.js").Stage} how much of a result has been shown */
  stage = "";
  /** Called when the table was drawn anew: something of it is shown elsewhere. */
  whenDrawn = () => {};
  /** Whether the drawer with the side bets is open, where there is one. */
  drawn = false;

  /** The table that keys are for, where several stand side by side. @type {Room | null} */
  static active = null;

  /** @param {string} id @param {Api.TablePage} page @param {Api.FeltView} felt @param {ParentNode} root where its parts are */
  constructor(id, { view, me, history }, felt, root = document) {
    const by = (/** @type {string} */ part) => this.part(part);
    const dialog = (/** @type {string} */ part) => /** @type {HTMLDialogElement} */ (this.part(part));
    this.id = id;
    this.root = root;
    Room.active ??= this;
    this.view = view;
    this.felt = felt;
    this.me = me;
    this.wallet = me.wallet;
    this.coups = history.coups.filter(isPast);
    this.remarks = new Remarks(history.remarks, view.coup?.number ?? view.coups);
    this.roads = history.roads;
    this.won = history.won;
    this.plays = me.commands.includes("place_bet") && me.role === "patron";
    this.box = firstBox(view.coup?.bets ?? [], me.name, view.sign?.boxes ?? 1, Number(sessionStorage.getItem(`punto.box.${id}`)));
    this.showEdges = localStorage.getItem("punto.edges") === "1";
    /** Whether cards now come one by one: those that lay here when the page opened do not fly in. */
    this.live = false;
    this.chip = this.worths.find((worth) => worth >= (view.sign?.stake_min ?? 0)) ?? this.worths[0] ?? 0;
    this.edges = new Edges(this);
    this.veil = new Veil(this);
    this.wagers = new Wagers(this);
    this.mixing = new Mixing(this);
    this.seal = new SealCheck(this, dialog("seal"));
    this.cashOut = new CashOut(this, dialog("cash-out"));
    /** @type {ReturnType<typeof import("./heads.js").houseHeads> | null} */
    this.heads = null;
    this.about = new OnDemand(async () => new (await import("./about.js")).About(this, dialog("about")));
    this.sound = new Sound();
    this.beside = new OnDemand(async () => new (await import("./beside.js")).Beside(this, dialog("beside-list")));
    this.squeezing = new Squeezing(this);
    this.leaves = new Leaves([dialog("about"), dialog("asking"), dialog("help"), dialog("beside-list")]);
    this.news = new News(this);
    this.stages = new Reveal(view, {
      show: (frame) => this.news.show(frame),
      still: () => document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches,
    });
    this.top = new Top(this, dialog("asking"));
    this.surface = new Felt(this, by("layout"));
    this.tray = new Tray(this);
    this.lay();
    whenSpoken(() => this.lay());
    listenForKeys(this);
    this.veil.look();
    this.mixing.look();
    this.cashOut.waiting.hear(view);
    void this.#lookAtHeads();
  }

  /** The house's signed heads are of no use before the table stands; where their module is lost on the line it is fetched again. */
  async #lookAtHeads() {
    try {
      this.heads = (await import("./heads.js")).houseHeads();
    } catch {
      return void setTimeout(() => this.#lookAtHeads(), HEADS_AGAIN_MS);
    }
    this.heads.subscribe(() => this.draw());
    this.draw();
  }

  /** An element of this table by its name. @param {string} name @returns {HTMLElement} */
  part(name) {
    return /** @type {HTMLElement} */ (this.root.querySelector(`#${name}, [data-part="${name}"]`));
  }

  /** Whether keys are for this table. */
  get active() {
    return Room.active === this;
  }

  /* What follows from what is known. */

  /** The chips in the rack. */
  get worths() {
    return this.view.sign ? denominations(this.view.sign) : [];
  }

  /** What the house takes out of winnings, as printed, where the document has a commission. */
  get commission() {
    return this.felt.commission ? this.view.sign?.commission ?? this.felt.commission.rate : "";
  }

  get canBet() {
    return this.plays && this.online && this.view.phase === "betting";
  }

  /** Whether the house can be reached: without it nothing is taken, and no clock is to be trusted. */
  get online() {
    return this.#link === "live";
  }

  /** @param {"live" | "waiting" | "offline"} link */
  set link(link) {
    this.#link = link;
    this.draw();
  }

  /** Whether the house has taken a bet out of play; without one, the table. @param {string} [bet] */
  isOff(bet) {
    return this.view.disabled.some(({ what, id }) => (bet ? what === "bet" && id === bet : what === "house" || what === "table"));
  }

  get myBets() {
    return (this.view.coup?.bets ?? []).filter((bet) => bet.patron === this.me.name);
  }

  get staked() {
    return this.myBets.reduce((sum, bet) => sum + bet.stake, 0);
  }

  get myOffers() {
    return offersTo(this.view, this.me.name, this.felt);
  }

  /** My bets in the last round in which I had some. */
  get lastBets() {
    for (const ended of this.coups) {
      const all = ended.kind === "coup_settled" ? ended.lines : ended.stakes;
      const mine = all.filter((line) => line.patron === this.me.name && !line.insures);
      if (mine.length) return mine.map(({ box, bet, stake }) => ({ box, bet, stake }));
    }
    return [];
  }

  /** @param {number} box */
  stancesAt(box) {
    return stancesAt(this.view.coup?.bets ?? [], this.me.name, box);
  }

  /** Seated where nobody else sits, standing where somebody does, unless I chose or already bet otherwise. @param {number} box */
  stanceAt(box) {
    const may = this.stancesAt(box);
    return this.#stance && may.includes(this.#stance) ? this.#stance : may[0];
  }

  /** How the round ended; the server sends it once everybody may know. */
  get settlement() {
    return this.view.coup?.settlement ?? null;
  }

  /** The same once its winners are shown. */
  get paid() {
    return this.stage === "call" ? null : this.settlement;
  }

  /** The round on the table, where it was void. */
  get voided() {
    const { coup } = this.view;
    const ended = coup?.ended === "voided" ? this.coups.find((round) => round.coup === coup.number) : null;
    return ended?.kind === "coup_voided" ? ended : null;
  }

  /** The bet somebody looks at: the area in focus, or under the pointer. */
  get lookedAt() {
    return this.felt.bets.find((bet) => bet.id === this.#looking) ?? this.felt.bets.find((bet) => bet.hand);
  }

  /* What I do. */

  /** @param {number} box */
  choose(box) {
    this.box = box;
    sessionStorage.setItem(`punto.box.${this.id}`, String(box));
    this.draw();
  }

  /** @param {Stance} stance */
  take(stance) {
    this.#stance = stance;
    this.draw();
  }

  /** @param {number} worth */
  pickChip(worth) {
    this.chip = worth;
    this.draw();
  }

  /** Show what an area's limits allow, without betting on it. @param {string} bet */
  look(bet) {
    if (this.#looking === bet) return;
    this.#looking = bet;
    this.#drawTray();
  }

  /** An area was used: put the chip in hand there, or take back what lies there. @param {Api.BetView} bet */
  use(bet) {
    this.#looking = bet.id;
    this.sound.play("chip");
    if (!this.canBet) return void say(t("tray.closed"));
    if (this.chip === 0) this.wagers.takeBack(bet);
    else this.wagers.place(bet, this.chip);
  }

  /** @param {Api.Side} side @param {number} place */
  reveal(side, place) {
    this.veil.turn(side, place);
    this.sound.play("turn");
    this.draw();
    if (!this.veil.mine) this.squeezing.turnForEverybody();
  }

  /** @param {boolean} open */
  openDrawer(open) {
    this.drawn = open;
    this.draw();
  }

  toggleSound() {
    this.sound.switch();
    this.draw();
  }

  toggleEdges() {
    this.showEdges = !this.showEdges;
    localStorage.setItem("punto.edges", this.showEdges ? "1" : "0");
    this.draw();
  }

  showHelp() {
    const help = /** @type {HTMLDialogElement} */ (this.part("help"));
    drawHelp(help);
    this.leaves.open(help);
  }

  /* News. */

  /** @param {Api.NewsView} news */
  hear(news) {
    this.live = true;
    this.stages.hear(news);
  }

  /** For screen readers. @param {string} text */
  say(text) {
    draw(this.part("spoken"), text);
  }

  /** Wait until the news has reached a version, so that what follows decides on it. @param {number} version @returns {Promise<void>} */
  caughtUp(version) {
    return this.news.caughtUp(version);
  }

  /** The wallet holds this much now. @param {Api.MeView["wallet"]} units */
  holds(units) {
    this.wallet = header().wallet = units;
  }

  /* Drawing. */

  /** On coming in, when the language changes, when the rules do. */
  lay() {
    setParagraphs(this.felt.words);
    document.title = `${fullName(this.view, this.felt.title)} · Punto`;
    if (this.root === document) header().heading = heading(this.view, this.felt.title);
    translate(document);
    this.draw();
  }

  #tools() {
    const tool = (/** @type {string} */ id, /** @type {string} */ sign, /** @type {string} */ name, /** @type {string} */ key, /** @type {() => void} */ act, /** @type {string | null} */ pressed) =>
      h("button", { type: "button", class: "tool", id: this.root === document ? id : null, data: { tool: id }, "aria-pressed": pressed, title: `${name} (${key})`, onclick: act }, h("span", { "aria-hidden": "true" }, sign), h("span", { class: "visually-hidden" }, name));
    return h("div", { class: "tools" },
      tool("sound", "♪", t("sound.switch"), "M", () => this.toggleSound(), String(this.sound.on)),
      tool("edges", "%", t("edge.show"), "E", () => this.toggleEdges(), String(this.showEdges)),
      tool("beside", "+", t("beside.title"), "T", () => { this.beside.open(); }, null),
      tool("keys", "?", t("keys.show"), "?", () => this.showHelp(), null));
  }

  #drawTray() {
    const tray = this.part("tray");
    wear(tray, { data: { face: this.tray.face } });
    draw(tray, this.tray.view());
  }

  draw() {
    if (this.showEdges) this.edges.ask();
    const { next } = this.view;
    this.sound.countTo(this.canBet && next?.waits_for === "bets" ? next.at : null, (until) => clock.until(until));
    keepSeal(this.id, this.view.shoe);
    draw(this.part("top"), this.top.view(), this.#tools());
    draw(this.part("layout"), this.surface.view(), this.squeezing.view());
    draw(this.part("boxes"), boxes(this));
    this.#drawTray();
    if (this.root === document) {
      draw(this.part("roads"), trends(this));
      draw(this.part("sign"), sign(this), this.cashOut.view());
      draw(this.part("past"), past(this));
    }
    this.top.asking.update();
    this.about.update();
    document.body.dataset.phase = this.view.phase;
    this.whenDrawn();
  }
}
