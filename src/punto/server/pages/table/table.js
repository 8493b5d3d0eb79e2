// The patron's table: one room that holds what is known, and the parts that show it.

import { News, get, me as whoAmI } from "../lib/api.js";
import { setParagraphs } from "../lib/cite.js";
import { h } from "../lib/element.js";
import "../lib/header.js";
import { t, translate, whenSpoken } from "../lib/i18n.js";
import { money } from "../lib/money.js";
import { oddsWords } from "../lib/odds-words.js";
import "../lib/roads.js";
import { fullName, heading } from "../lib/tablename.js";
import { say } from "../lib/toast.js";
import { admitted, turnAway } from "../lib/turned-away.js";
import { tellAnswers } from "./asking.js";
import { Boxes } from "./boxes.js";
import { Felt } from "./felt.js";
import { listen, showHelp } from "./keys.js";
import { drawPast } from "./past.js";
import { About } from "./about.js";
import { Edges } from "./edges.js";
import { denominations } from "./rack.js";
import { Remarks } from "./remarks.js";
import { drawSign } from "./sign.js";
import { Top } from "./top.js";
import { Tray } from "./tray.js";
import { Veil } from "./veil.js";
import { Wagers } from "./wagers.js";
import { myOffers } from "./insurance.js";

const by = (id) => document.getElementById(id);
const RECALLED = 50;

export class Room {
  /** @param {any} told as from GET /api/tables/{id} */
  constructor(id, told) {
    this.id = id;
    this.view = told.view;
    this.felt = told.felt;
    this.me = told.me;
    this.wallet = told.me.wallet;
    this.coups = told.history.coups;
    this.remarks = new Remarks(told.history.remarks, this.view.coup?.number ?? this.view.coups);
    this.roads = told.history.roads;
    this.plays = told.me.commands.includes("place_bet") && told.me.role === "patron";
    this.box = this.#firstBox();
    this.stance = null;
    this.looking = null;
    this.edges = new Edges(this);
    this.showEdges = localStorage.getItem("punto.edges") === "1";
    /** Whether cards now come one by one: those that lay here when the page opened do not fly in. */
    this.live = false;
    this.veil = new Veil(this);
    this.waiting = [];
    const worths = this.view.sign ? denominations(this.view.sign) : [];
    this.chip = worths.find((worth) => worth >= this.view.sign.stake_min) ?? worths[0] ?? 0;
    this.wagers = new Wagers(this);
  }

  /** Where I bet already, else where I sat last, else the first free box. */
  #firstBox() {
    const bets = this.view.coup?.bets ?? [];
    const mine = bets.find((one) => one.patron === this.me.name);
    if (mine) return mine.box;
    const boxes = this.view.sign?.boxes ?? 1;
    const kept = Number(sessionStorage.getItem(`punto.box.${this.id}`));
    if (kept >= 1 && kept <= boxes) return kept;
    const taken = new Set(bets.filter((one) => one.stance === "seated").map((one) => one.box));
    return Array.from({ length: boxes }, (_, place) => place + 1).find((box) => !taken.has(box)) ?? 1;
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

  /** My bets in the last round in which I had some. */
  get lastBets() {
    for (const past of this.coups) {
      const lines = (past.lines ?? past.stakes ?? []).filter((line) => line.patron === this.me.name && !line.insures);
      if (lines.length) return lines.map(({ box, bet, stake }) => ({ box, bet, stake }));
    }
    return [];
  }

  /** Seated where nobody else sits, standing where somebody does, unless I chose or already bet otherwise. */
  stanceAt(box) {
    const bets = (this.view.coup?.bets ?? []).filter((one) => one.box === box);
    const mine = bets.find((one) => one.patron === this.me.name);
    if (mine) return mine.stance;
    const may = this.stancesAt(box);
    return may.includes(this.stance) ? this.stance : may[0];
  }

  /** The stances I could take at a box; the first is what one would expect. */
  stancesAt(box) {
    const bets = (this.view.coup?.bets ?? []).filter((one) => one.box === box);
    const mine = bets.find((one) => one.patron === this.me.name);
    if (mine) return [mine.stance];
    return bets.some((one) => one.stance === "seated") ? ["standing"] : ["seated", "standing"];
  }

  choose(box) {
    this.box = box;
    sessionStorage.setItem(`punto.box.${this.id}`, String(box));
    this.draw();
  }

  take(stance) {
    this.stance = stance;
    this.draw();
  }

  /** An area was used: put the chip in hand there, or take back what lies there. */
  use(bet) {
    this.looking = bet.id;
    if (!this.canBet) return void say(t("tray.closed"));
    if (this.chip === 0) this.wagers.takeBack(bet);
    else this.wagers.place(bet, this.chip);
  }

  get veiled() {
    return this.veil.on;
  }

  /** How the round ended; the server tells it once everybody may know. */
  get settlement() {
    return this.view.coup?.settlement ?? null;
  }

  /** The round on the table, where it was void. */
  get voided() {
    const { coup } = this.view;
    return coup?.ended === "voided" ? this.coups.find((past) => past.coup === coup.number && past.kind === "coup_voided") ?? null : null;
  }

  reveal(side, place) {
    this.veil.turn(side, place);
    this.draw();
  }

  /** What the dealer calls now. */
  call() {
    const { view } = this;
    const coup = view.coup;
    if (view.phase === "betting" || view.phase === "closed" || view.phase === "idle" || view.phase === "stopped") return t(`call.${view.phase}`);
    if (this.veiled) return this.veil.mine ? t("call.squeeze.you") : t("call.squeeze", { who: this.veil.who.join(", ") });
    if (this.veil.waits) return t("call.banker.first");
    if (coup?.ended === "voided") return t("call.void");
    if (this.settlement) return t(`call.${this.settlement.winner}`, { p: this.settlement.player_points, b: this.settlement.banker_points });
    if (coup?.choosing.length) return t("call.choice");
    if (view.phase === "dealing" && coup.insurable) return t("call.insurance");
    return t(`call.${view.phase}`);
  }

  /* News */

  hear(news) {
    const before = this.view;
    this.view = news.view;
    this.live = true;
    this.roads = news.roads ?? this.roads;
    if (before.coup?.number !== this.view.coup?.number) {
      this.wagers.forget();
      this.veil.clear();
    }
    if (news.view.sign?.sha256 !== before.sign?.sha256 || JSON.stringify(news.view.sign) !== JSON.stringify(before.sign)) this.reload();
    this.waiting = this.waiting.filter(({ version, resolve }) => version > this.view.version || resolve());
    this.remarks.hear(news.events);
    this.#takeEnds(news.events.filter((event) => ENDS.has(event.kind)));
    this.draw();
    this.veil.look();
    tellAnswers(this, news.events);
    this.remarks.tell(news.events, this.me.name, this.felt);
    this.#speak(before, news.events);
    // On a phone the hands may be scrolled away while one bets; the cards are what counts now.
    if (before.phase === "betting" && this.view.phase === "dealing" && innerWidth <= 640) scrollTo({ top: 0 });
    if (news.events.some((event) => MONEY.has(event.kind))) this.askWallet();
  }

  /** What has ended goes into the list, and is said aloud. */
  #takeEnds(ended) {
    for (const event of ended) {
      this.coups = this.coups.filter((past) => past.coup !== event.coup);
      if (event.kind !== "settlement_reversed") this.coups = [event, ...this.coups].slice(0, RECALLED);
      if (event.kind === "coup_settled") this.#tellResult(event);
    }
  }

  #speak(before, events) {
    const call = this.call();
    const offers = myOffers(this);
    if (events.some((event) => event.kind === "coup_settled")) return; // Told with the result.
    if (offers.length && events.some((event) => event.kind === "insurance_offered")) {
      this.say(t("said.insurance", { what: offers.map((offer) => t("ins.title", { name: t(offer.insures), odds: oddsWords(offer.odds) })).join(", ") }));
    } else if (before.phase !== this.view.phase) {
      this.say(call);
    }
  }

  #tellResult(settled) {
    const result = t(`call.${settled.winner}`, { p: settled.player_points, b: settled.banker_points });
    const mine = settled.lines.filter((line) => line.patron === this.me.name);
    const back = mine.reduce((sum, line) => sum + line.payback, 0);
    this.say(mine.length ? t("said.result", { result, n: money(back) }) : result);
  }

  /** For screen readers. */
  say(text) {
    by("spoken").textContent = text;
  }

  /** Wait until the news has reached a version, so that what follows decides on it. */
  caughtUp(version) {
    if (this.view.version >= version) return Promise.resolve();
    return new Promise((resolve) => {
      this.waiting.push({ version, resolve });
      setTimeout(resolve, 1500);
    });
  }

  async askWallet() {
    clearTimeout(this.walletSoon);
    this.walletSoon = setTimeout(async () => {
      try {
        this.wallet = (await whoAmI({ fresh: true })).wallet;
        document.querySelector("punto-header").wallet = this.wallet;
        if (this.canBet) this.draw();
      } catch { /* The next news asks again. */ }
    }, 120);
  }

  /** The rules or the sign changed: what is drawn from them is drawn anew. */
  async reload() {
    const told = await get(`/api/tables/${encodeURIComponent(this.id)}`);
    this.felt = told.felt;
    this.lay();
  }

  toggleEdges() {
    this.showEdges = !this.showEdges;
    localStorage.setItem("punto.edges", this.showEdges ? "1" : "0");
    this.drawTools();
    this.draw();
  }

  /** The bet somebody looks at: the area in focus, or under the pointer. */
  get lookedAt() {
    return this.felt.bets.find((bet) => bet.id === this.looking) ?? this.felt.bets.find((bet) => bet.hand);
  }

  /* Drawing */

  begin() {
    this.top = new Top(by("top"), this);
    this.surface = new Felt(by("layout"), this);
    this.rim = new Boxes(by("boxes"), this);
    this.tray = new Tray(by("tray"), this);
    this.about = new About(this);
    this.tools = by("top").appendChild(h("div", { class: "tools" }));
    this.lay();
    whenSpoken(() => this.lay());
    listen(this, by("help"));
    this.veil.look();
  }

  lay() {
    setParagraphs(this.felt.words);
    document.title = `${fullName(this.view, this.felt.title)} · Punto`;
    document.querySelector("punto-header").heading = heading(this.view, this.felt.title);
    translate(document);
    this.drawTools();
    this.surface.lay();
    this.tray.lay();
    this.draw();
  }

  drawTools() {
    this.tools.replaceChildren(
      h("button", { type: "button", class: "tool", id: "edges", "aria-pressed": String(this.showEdges), title: `${t("edge.show")} (E)`, onclick: () => this.toggleEdges() }, "%", h("span", { class: "visually-hidden" }, t("edge.show"))),
      h("button", { type: "button", class: "tool", id: "keys", title: `${t("keys.show")} (?)`, onclick: () => showHelp(by("help")) }, "?", h("span", { class: "visually-hidden" }, t("keys.show"))));
  }

  draw() {
    if (!this.tray) return;
    if (this.showEdges && this.view.sign) this.edges.ask();
    this.top.update();
    this.surface.update();
    this.rim.update();
    this.tray.update();
    by("roads").data = this.roads;
    drawSign(by("sign"), this);
    drawPast(by("past"), this.coups, this.felt, this.me, this.remarks);
    document.body.dataset.phase = this.view.phase;
  }

  drawLimits() {
    if (this.canBet) this.tray.rack.updateLimits();
  }
}

const ENDS = new Set(["coup_settled", "coup_voided", "settlement_reversed"]);

/** Events after which somebody's wallet holds more or less. */
const MONEY = new Set(["bet_placed", "bet_withdrawn", "bet_rejected", "insurance_taken", "insurance_returned", "bets_returned", "coup_settled", "coup_voided",
  "settlement_reversed", "original_bet_returned", "ruling_made", "bets_closed"]);

async function open() {
  const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
  if (!id) return location.replace("/");
  if (!(await admitted("table", by("page")))) return;
  let told;
  try {
    told = await get(`/api/tables/${encodeURIComponent(id)}`);
  } catch (error) {
    return turnAway(by("page"), error);
  }
  if (!told.felt) return void say(t("call.closed"), { seconds: 3600 });
  const room = new Room(id, told);
  room.begin();
  const news = new News(id, told.view.version);
  news.addEventListener("news", (event) => room.hear(event.detail));
  news.addEventListener("link", (event) => showLink(event.detail));
}

let wasLost = false;

function showLink(link) {
  const note = by("link");
  note.hidden = link === "live";
  note.textContent = link === "live" ? "" : t(`table.link.${link}`);
  document.body.dataset.link = link;
  if (link === "live" && wasLost) say(t("table.link.back"), { tone: "good", seconds: 3 });
  wasLost = link !== "live";
}

open();
