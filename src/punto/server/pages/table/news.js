// The news of a table: they change its room's state, some are announced, and some cause data to be fetched again.

import { ApiError, get, me as whoAmI } from "../lib/api.js";
import { t } from "../lib/i18n.js";
import { money } from "../lib/money.js";
import { oddsWords } from "../lib/odds-words.js";
import { tellAnswers } from "./asking.js";
import { callOf, resultCall } from "./call.js";
import { Remarks } from "./remarks.js";

/** @typedef {import("./room.js").Room} Room */
/** @typedef {import("./room.js").Past} Past */

const RECALLED = 50;
const WALLET_MS = 120;
const CAUGHT_UP_MS = 1500;

/** Events after which somebody's wallet holds more or less. */
const MONEY = new Set(["bet_placed", "bet_withdrawn", "bet_rejected", "insurance_taken", "insurance_returned", "bets_returned", "coup_settled", "coup_voided",
  "settlement_reversed", "original_bet_returned", "ruling_made", "bets_closed"]);

/** @param {{kind: string}} event @returns {event is Past} */
export const isPast = (event) => event.kind === "coup_settled" || event.kind === "coup_voided";

export class News {
  /** @type {{version: number, resolve: () => void}[]} waiters for a version */
  #waiting = [];
  #walletSoon = 0;

  /** @param {Room} room */
  constructor(room) {
    this.room = room;
  }

  /** A stage of a result, or the news whole. @param {import("../lib/reveal.js").Frame} frame */
  show({ view, stage, cue, news }) {
    const { room } = this;
    const before = room.view;
    const was = room.stage;
    room.stage = stage;
    if (news) return this.#take(news, was);
    room.view = view;
    if (cue === "win") this.#askWallet();
    if (stage === "call" && view.coup?.settlement) this.#tellResult(view.coup.settlement);
    if (cue) room.sound.play(cue === "win" && !this.#won ? "turn" : cue);
    if (before.phase !== view.phase) this.#phaseChanged();
    room.draw();
  }

  get #won() {
    return (this.room.settlement?.lines ?? []).some((line) => line.patron === this.room.me.name && line.outcome === "win");
  }

  /** What belongs to a phase leaves with it. */
  #phaseChanged() {
    this.room.leaves.close();
    this.room.drawn = false;
  }

  /** All that news bring, once everything in them may be seen. @param {Api.NewsView} news @param {string} stageBefore the stage that was shown before */
  #take({ view, events, roads, won, fresh }, stageBefore) {
    const { room } = this;
    const before = room.view;
    room.view = view;
    room.roads = roads ?? room.roads;
    room.won = won ?? room.won;
    if (before.phase !== view.phase) this.#phaseChanged();
    if (before.coup?.number !== view.coup?.number) {
      room.wagers.forget();
      room.veil.clear();
    }
    // The felt follows from the sign; where one was put up it is fetched again.
    if (events.some((event) => event.kind === "sign_changed" || event.kind === "table_opened") || view.sign?.sha256 !== before.sign?.sha256) this.#reload();
    this.#tellWaiting();
    if (fresh) this.#recall();
    room.remarks.hear(events);
    this.#takeEnds(events, stageBefore);
    room.draw();
    room.veil.look();
    room.mixing.look();
    tellAnswers(room.me.name, events);
    room.remarks.tell(events, room.me.name, room.felt);
    this.#speak(before, events);
    // On a phone the hands may be scrolled away while one bets; the cards are what counts now.
    if (before.phase === "betting" && view.phase === "dealing" && innerWidth <= 1060) scrollTo({ top: 0 });
    room.cashOut.waiting.hear(view);
    // A movement between a patron and the cage is no event of the table's news: it shows as a version without one.
    const untold = view.version - before.version > events.length;
    if (untold || events.some((event) => MONEY.has(event.kind))) this.#askWallet();
  }

  #tellWaiting() {
    const { version } = this.room.view;
    for (const waiter of this.#waiting) if (waiter.version <= version) waiter.resolve();
    this.#waiting = this.#waiting.filter((waiter) => waiter.version > version);
  }

  /** Rounds that have ended go into the list; a result is announced unless a stage already did. @param {Api.NewsView["events"]} events @param {string} stageBefore */
  #takeEnds(events, stageBefore) {
    const { room } = this;
    for (const event of events) {
      if (!isPast(event) && event.kind !== "settlement_reversed") continue;
      room.coups = room.coups.filter((round) => round.coup !== event.coup);
      if (isPast(event)) room.coups = [event, ...room.coups].slice(0, RECALLED);
      if (event.kind === "coup_settled" && !stageBefore) this.#tellResult(event);
    }
  }

  /** @param {Api.TableView} before @param {Api.NewsView["events"]} events */
  #speak(before, events) {
    const { room } = this;
    const offers = room.myOffers;
    if (events.some((event) => event.kind === "coup_settled")) return; // Told with the result.
    if (offers.length && events.some((event) => event.kind === "insurance_offered")) {
      room.say(t("said.insurance", { what: offers.map((offer) => t("ins.title", { name: t(offer.insures), odds: oddsWords(offer.odds) })).join(", ") }));
    } else if (before.phase !== room.view.phase) {
      room.say(callOf(room));
    }
  }

  /** @param {Pick<Api.CoupSettled, "winner" | "player_points" | "banker_points" | "lines">} settled */
  #tellResult(settled) {
    const result = resultCall(settled);
    const mine = settled.lines.filter((line) => line.patron === this.room.me.name);
    const back = mine.reduce((sum, line) => sum + line.payback, 0);
    this.room.say(mine.length ? t("said.result", { result, n: money(back) }) : result);
  }

  /** Wait until the news has reached a version, so that what follows decides on it. @param {number} version @returns {Promise<void>} */
  caughtUp(version) {
    if (this.room.view.version >= version) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.push({ version, resolve });
      setTimeout(resolve, CAUGHT_UP_MS);
    });
  }

  #askWallet() {
    clearTimeout(this.#walletSoon);
    this.#walletSoon = setTimeout(async () => {
      try {
        this.room.holds((await whoAmI({ fresh: true })).wallet);
        this.room.draw();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error; // The next news asks again.
      }
    }, WALLET_MS);
  }

  /** More was missed than the stream remembers: fetch the rounds since, and the felt. */
  async #recall() {
    const { room } = this;
    try {
      const { felt, history, me } = await get(`/api/tables/${encodeURIComponent(room.id)}`);
      room.coups = history.coups.filter(isPast);
      room.remarks = new Remarks(history.remarks, room.view.coup?.number ?? room.view.coups);
      room.holds(me.wallet);
      room.felt = felt ?? room.felt;
      room.lay();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error; // The list stays as it was until the page is opened again.
    }
  }

  async #reload() {
    const { felt } = await get(`/api/tables/${encodeURIComponent(this.room.id)}`);
    if (!felt) return; // The table is closed now.
    this.room.felt = felt;
    this.room.lay();
  }
}
