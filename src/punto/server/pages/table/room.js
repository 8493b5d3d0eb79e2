// The room: what a patron's page knows of its table, and the parts that show it.

import { ApiError, get, me as whoAmI } from "../lib/api.js";
import { setParagraphs } from "../lib/cite.js";
import { draw } from "../lib/draw.js";
import { h } from "../lib/element.js";
import { t, translate, whenSpoken } from "../lib/i18n.js";
import { money } from "../lib/money.js";
import { oddsWords } from "../lib/odds-words.js";
import { fullName, heading } from "../lib/tablename.js";
import { say } from "../lib/toast.js";
import { About } from "./about.js";
import { tellAnswers } from "./asking.js";
import { boxes } from "./boxes.js";
import { callOf, resultCall } from "./call.js";
import { denominations } from "./denominations.js";
import { Edges } from "./edges.js";
import { Felt } from "./felt.js";
import { listenForKeys, showHelp } from "./keys.js";
import { offersTo } from "./offers.js";
import { past } from "./past.js";
import { Remarks } from "./remarks.js";
import { firstBox, stancesAt } from "./seats.js";
import { Mixing } from "./mixing.js";
import { SealCheck, keepSeal } from "./seal.js";
import { sign } from "./sign.js";
import { Top } from "./top.js";
import { Tray } from "./tray.js";
import { Veil } from "./veil.js";
import { Wagers } from "./wagers.js";

/** @typedef {import("./seats.js").Stance} Stance */
/** @typedef {Extract<Api.HistoryView["coups"][number], {kind: "coup_settled" | "coup_voided"}>} Past a round that has ended */

const RECALLED = 50;
const WALLET_MS = 120;
const CAUGHT_UP_MS = 1500;

/** Events after which somebody's wallet holds more or less. */
const MONEY = new Set(["bet_placed", "bet_withdrawn", "bet_rejected", "insurance_taken", "insurance_returned", "bets_returned", "coup_settled", "coup_voided",
  "settlement_reversed", "original_bet_returned", "ruling_made", "bets_closed"]);

/** @param {string} id @returns {HTMLElement} */
const by = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @param {string} id */
const dialog = (id) => /** @type {HTMLDialogElement} */ (by(id));
const header = () => /** @type {import("../lib/header.js").Header} */ (document.querySelector("punto-header"));

/** @param {{kind: string}} event @returns {event is Past} */
const isPast = (event) => event.kind === "coup_settled" || event.kind === "coup_voided";

export class Room {
  /** @type {Stance | null} what I chose */
  #stance = null;
  /** @type {{version: number, resolve: () => void}[]} whoever waits for a version */
  #waiting = [];
  #walletSoon = 0;
  /** @type {string} the bet whose area was looked at last */
  #looking = "";

  /** @param {string} id @param {Api.TablePage} page @param {Api.FeltView} felt */
  constructor(id, { view, me, history }, felt) {
    this.id = id;
    this.view = view;
    this.felt = felt;
    this.me = me;
    this.wallet = me.wallet;
    this.coups = history.coups.filter(isPast);
    this.remarks = new Remarks(history.remarks, view.coup?.number ?? view.coups);
    this.roads = history.roads;
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
    this.about = new About(this, dialog("about"));
    this.top = new Top(this, dialog("asking"));
    this.surface = new Felt(this, by("layout"));
    this.tray = new Tray(this);
    this.#lay();
    whenSpoken(() => this.#lay());
    listenForKeys(this);
    this.veil.look();
    this.mixing.look();
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
    return this.plays && this.view.phase === "betting";
  }

  get myBets() {
    return (this.view.coup?.bets ?? []).filter((one) => one.patron === this.me.name);
  }

  get staked() {
    return this.myBets.reduce((sum, one) => sum + one.stake, 0);
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

  /** How the round ended; the server tells it once everybody may know. */
  get settlement() {
    return this.view.coup?.settlement ?? null;
  }

  /** The round on the table, where it was void. */
  get voided() {
    const { coup } = this.view;
    const ended = coup?.ended === "voided" ? this.coups.find((one) => one.coup === coup.number) : null;
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
    if (!this.canBet) return void say(t("tray.closed"));
    if (this.chip === 0) this.wagers.takeBack(bet);
    else this.wagers.place(bet, this.chip);
  }

  /** @param {Api.Side} side @param {number} place */
  reveal(side, place) {
    this.veil.turn(side, place);
    this.draw();
  }

  toggleEdges() {
    this.showEdges = !this.showEdges;
    localStorage.setItem("punto.edges", this.showEdges ? "1" : "0");
    this.draw();
  }

  showHelp() {
    showHelp(dialog("help"));
  }

  /* News. */

  /** @param {Api.NewsView} news */
  hear({ view, events, roads, fresh }) {
    const before = this.view;
    this.view = view;
    this.live = true;
    this.roads = roads ?? this.roads;
    if (before.coup?.number !== view.coup?.number) {
      this.wagers.forget();
      this.veil.clear();
    }
    // What the felt says follows from the sign; where one was put up it is asked for again.
    if (events.some((event) => event.kind === "sign_changed" || event.kind === "table_opened") || view.sign?.sha256 !== before.sign?.sha256) this.#reload();
    this.#tellWaiting();
    if (fresh) this.#recall();
    this.remarks.hear(events);
    this.#takeEnds(events);
    this.draw();
    this.veil.look();
    this.mixing.look();
    tellAnswers(this.me.name, events);
    this.remarks.tell(events, this.me.name, this.felt);
    this.#speak(before, events);
    // On a phone the hands may be scrolled away while one bets; the cards are what counts now.
    if (before.phase === "betting" && view.phase === "dealing" && innerWidth <= 640) scrollTo({ top: 0 });
    if (events.some((event) => MONEY.has(event.kind))) this.#askWallet();
  }

  #tellWaiting() {
    const { version } = this.view;
    for (const one of this.#waiting) if (one.version <= version) one.resolve();
    this.#waiting = this.#waiting.filter((one) => one.version > version);
  }

  /** What has ended goes into the list, and is said aloud. @param {Api.NewsView["events"]} events */
  #takeEnds(events) {
    for (const event of events) {
      if (!isPast(event) && event.kind !== "settlement_reversed") continue;
      this.coups = this.coups.filter((one) => one.coup !== event.coup);
      if (isPast(event)) this.coups = [event, ...this.coups].slice(0, RECALLED);
      if (event.kind === "coup_settled") this.#tellResult(event);
    }
  }

  /** @param {Api.TableView} before @param {Api.NewsView["events"]} events */
  #speak(before, events) {
    const offers = this.myOffers;
    if (events.some((event) => event.kind === "coup_settled")) return; // Told with the result.
    if (offers.length && events.some((event) => event.kind === "insurance_offered")) {
      this.say(t("said.insurance", { what: offers.map((offer) => t("ins.title", { name: t(offer.insures), odds: oddsWords(offer.odds) })).join(", ") }));
    } else if (before.phase !== this.view.phase) {
      this.say(callOf(this));
    }
  }

  /** @param {Api.CoupSettled} settled */
  #tellResult(settled) {
    const result = resultCall(settled);
    const mine = settled.lines.filter((line) => line.patron === this.me.name);
    const back = mine.reduce((sum, line) => sum + line.payback, 0);
    this.say(mine.length ? t("said.result", { result, n: money(back) }) : result);
  }

  /** For screen readers. @param {string} text */
  say(text) {
    draw(by("spoken"), text);
  }

  /** Wait until the news has reached a version, so that what follows decides on it. @param {number} version @returns {Promise<void>} */
  caughtUp(version) {
    if (this.view.version >= version) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.push({ version, resolve });
      setTimeout(resolve, CAUGHT_UP_MS);
    });
  }

  #askWallet() {
    clearTimeout(this.#walletSoon);
    this.#walletSoon = setTimeout(async () => {
      try {
        this.wallet = (await whoAmI({ fresh: true })).wallet;
        header().wallet = this.wallet;
        if (this.canBet) this.draw();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error; // The next news asks again.
      }
    }, WALLET_MS);
  }

  /** More was missed than the stream remembers: the rounds meanwhile are asked for, and the felt. */
  async #recall() {
    try {
      const { felt, history, me } = await get(`/api/tables/${encodeURIComponent(this.id)}`);
      this.coups = history.coups.filter(isPast);
      this.remarks = new Remarks(history.remarks, this.view.coup?.number ?? this.view.coups);
      this.wallet = header().wallet = me.wallet;
      this.felt = felt ?? this.felt;
      this.#lay();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error; // The list stays as it was until the page is opened again.
    }
  }

  async #reload() {
    const { felt } = await get(`/api/tables/${encodeURIComponent(this.id)}`);
    if (!felt) return; // The table is closed now.
    this.felt = felt;
    this.#lay();
  }

  /* Drawing. */

  /** On coming in, when the language changes, when the rules do. */
  #lay() {
    setParagraphs(this.felt.words);
    document.title = `${fullName(this.view, this.felt.title)} · Punto`;
    header().heading = heading(this.view, this.felt.title);
    translate(document);
    this.draw();
  }

  #tools() {
    const tool = (/** @type {string} */ id, /** @type {string} */ sign, /** @type {string} */ name, /** @type {string} */ key, /** @type {() => void} */ act, /** @type {string | null} */ pressed) =>
      h("button", { type: "button", class: "tool", id, "aria-pressed": pressed, title: `${name} (${key})`, onclick: act }, h("span", { "aria-hidden": "true" }, sign), h("span", { class: "visually-hidden" }, name));
    return h("div", { class: "tools" },
      tool("edges", "%", t("edge.show"), "E", () => this.toggleEdges(), String(this.showEdges)),
      tool("keys", "?", t("keys.show"), "?", () => this.showHelp(), null));
  }

  #drawTray() {
    by("tray").dataset.face = this.tray.face;
    draw(by("tray"), this.tray.view());
  }

  draw() {
    if (this.showEdges) this.edges.ask();
    keepSeal(this.id, this.view.shoe);
    draw(by("top"), this.top.view(), this.#tools());
    draw(by("layout"), this.surface.view());
    draw(by("boxes"), boxes(this));
    this.#drawTray();
    draw(by("roads"), h("punto-roads", { columns: 24, beads: 20, props: { data: this.roads } }));
    draw(by("sign"), sign(this));
    draw(by("past"), past(this));
    this.top.asking.update();
    this.about.update();
    document.body.dataset.phase = this.view.phase;
  }
}
