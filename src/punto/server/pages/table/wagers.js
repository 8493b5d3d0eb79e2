// Chips put down and taken back. One command follows another, each decided on what the one before has left.

import { ApiError, command } from "../lib/api.js";
import { pick, t, wordOf } from "../lib/i18n.js";
import { money } from "../lib/money.js";
import { why } from "../lib/refusal.js";
import { say, sayRefused } from "../lib/toast.js";
import { roomFor } from "./limits.js";

const MOST_STEPS_BACK = 40;

/** @typedef {{box: number, bet: string, before: number}} Step what lay there before it */
/** @typedef {{box: number, bet: string, stake: number}} Wager */

export class Wagers {
  /** @type {Promise<void>} */
  #queue = Promise.resolve();
  /** @type {Step[][]} */
  #done = [];

  /** @param {import("./room.js").Room} room */
  constructor(room) {
    this.room = room;
  }

  get canUndo() {
    return this.#done.length > 0;
  }

  /** A new round: what was done in the last one cannot be undone any more. */
  forget() {
    this.#done = [];
  }

  /** @param {number} box @param {string} bet */
  mine(box, bet) {
    return this.room.myBets.find((laidBet) => laidBet.box === box && laidBet.bet === bet)?.stake ?? 0;
  }

  /** What can still be put on a bet in a box. @param {Api.BetView} bet @param {number} box @param {Api.Sign} sign */
  roomFor(bet, box, sign) {
    return roomFor(this.facts(bet, box, sign));
  }

  /** What limits look at. @param {Api.BetView} bet @param {number} box @param {Api.Sign} sign @returns {import("./limits.js").Facts} */
  facts(bet, box, sign) {
    const { view, felt, wallet, plays } = this.room;
    return { sign, felt, bets: view.coup?.bets ?? [], box, bet, mine: this.mine(box, bet.id), wallet: plays ? wallet : null };
  }

  /** @param {Api.BetView} bet @param {number} stake */
  place(bet, stake, box = this.room.box) {
    return this.#do(async () => {
      const before = this.mine(box, bet.id);
      await this.#put(box, bet.id, stake);
      this.#did([{ box, bet: bet.id, before }]);
      this.room.say(t("said.placed", { n: money(stake), name: pick(bet.name) }));
    });
  }

  /** @param {Api.BetView} bet */
  takeBack(bet, box = this.room.box) {
    return this.#do(async () => {
      const before = this.mine(box, bet.id);
      if (!before) return;
      await this.#lift(box, bet.id);
      this.#did([{ box, bet: bet.id, before }]);
      this.room.say(t("said.took", { name: pick(bet.name) }));
    });
  }

  /** Back to what lay there before the last thing done. */
  undo() {
    return this.#do(async () => {
      for (const { box, bet, before } of this.#done.pop() ?? []) {
        const now = this.mine(box, bet);
        if (now > before) await this.#lift(box, bet);
        const missing = before - this.mine(box, bet);
        if (missing > 0) await this.#putBack(box, bet, missing, now > before);
      }
    });
  }

  /** A part is taken off by lifting all and putting the rest back; in between somebody may have been faster. @param {number} box @param {string} bet @param {number} stake @param {boolean} lifted */
  async #putBack(box, bet, stake, lifted) {
    try {
      await this.#put(box, bet, stake);
    } catch (error) {
      if (!lifted || !(error instanceof ApiError)) throw error;
      const name = pick(this.room.felt.bets.find((row) => row.id === bet)?.name);
      say([t("said.half", { n: money(stake), name }), " ", why(error)], { tone: "bad", of: error.cite, seconds: 12 });
    }
  }

  clear() {
    return this.#do(async () => {
      const step = this.room.myBets.map(({ box, bet, stake }) => ({ box, bet, before: stake }));
      if (step.length) this.#did(step);
      for (const { box, bet } of step) await this.#lift(box, bet);
    });
  }

  /** Each of one's bets once more. */
  double() {
    return this.#several(() => this.room.myBets.map(({ box, bet, stake }) => ({ box, bet, stake })));
  }

  /** What one had on the table the last time. */
  repeat() {
    const last = this.room.lastBets;
    if (!last.length) return void say(t("nothing.to.repeat"));
    return this.#several(() => last);
  }

  /** @param {() => Wager[]} list */
  #several(list) {
    return this.#do(async () => {
      const wagers = list();
      /** @type {Step[]} */
      const step = [];
      for (const { box, bet, stake } of wagers) {
        const before = this.mine(box, bet);
        try {
          await this.#put(box, bet, stake);
          step.push({ box, bet, before });
        } catch (error) {
          this.#did(step);
          if (!step.length || !(error instanceof ApiError)) throw error;
          say([t("said.some", { n: step.length, of: wagers.length }), " ", why(error)], { tone: "bad", of: error.cite });
          return;
        }
      }
      this.#did(step);
    });
  }

  /** @param {Step[]} step */
  #did(step) {
    if (step.length) this.#done.push(step);
    if (this.#done.length > MOST_STEPS_BACK) this.#done.shift();
  }

  /** @param {number} box @param {string} bet @param {number} stake */
  #put(box, bet, stake) {
    return this.#give("place_bet", { patron: this.room.me.name, box, bet, stake, stance: this.room.stanceAt(box) });
  }

  /** @param {number} box @param {string} bet */
  #lift(box, bet) {
    return this.#give("withdraw_bet", { patron: this.room.me.name, box, bet });
  }

  /** @template {"place_bet" | "withdraw_bet"} N @param {N} name @param {Api.FieldsOf<N>} fields */
  async #give(name, fields) {
    const { id, view } = this.room;
    // Two quick clicks on an area are two chips.
    const answer = await command(id, name, fields, view.version, { each: true });
    // Where limits are observed, chips beyond one are taken all the same, and whoever put them down should know.
    for (const over of answer.events.filter((event) => event.kind === "limit_exceeded")) {
      say(wordOf("over.", over.code), { of: over.code === "differential_exceeded" ? this.room.felt.limits.pro_rata : over.cite });
    }
    await this.room.caughtUp(answer.version);
  }

  /** @param {() => Promise<unknown>} work */
  #do(work) {
    this.#queue = this.#queue.then(work).then(() => {}, (error) => {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === "page_is_stale") say(t("said.stale"));
      else sayRefused(error);
    }).finally(() => this.room.draw());
    return this.#queue;
  }
}
