// Money that moved in a round apart from its end, as far as it is mine: handed back, ruled, or taken back again.

import { cite } from "../lib/cite.js";
import { h } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { money, signed } from "../lib/money.js";
import { say } from "../lib/toast.js";
import { lineName } from "./line-name.js";

/** @typedef {Api.HistoryView["remarks"][number]} Remark */
/** @typedef {Api.NewsView["events"][number]} Event */
/** @typedef {Pick<Api.FeltView, "bets">} Bets */
/** @typedef {{amount: number | null, words: Draw.Child, counts?: boolean}} Reading `counts` moves the round's net */
/** @typedef {Reading & {kind: string, cite: string, version: number}} Said what a remark says to somebody */

/** Events that the list of remarks is made of, besides a payment in the place of one that was taken back; the server keeps them too. */
const KINDS = new Set(["bet_rejected", "bets_corrected", "bets_returned", "card_corrected", "cards_reconstructed", "insurance_returned", "irregularity_reported", "options_given", "original_bet_returned", "ruling_made", "settlement_reversed"]);

/** @template T @param {T[]} list @param {(one: T) => number} figure */
const sumOf = (list, figure) => list.reduce((sum, one) => sum + figure(one), 0);

/** How an event reads for one patron; null where it is not theirs. @param {Remark | Event} one @param {string} me @param {Bets} felt @returns {Reading | null} */
function reading(one, me, felt) {
  switch (one.kind) {
    case "bet_rejected":
      return one.patron === me ? { amount: one.stake, words: t("remark.bet_rejected", { name: lineName(felt, one) }) } : null;
    case "bets_returned":
      return one.patron === me ? { amount: sumOf(one.stakes, (back) => back.stake), words: t("remark.bets_returned") } : null;
    case "insurance_returned": {
      const mine = one.stakes.filter((back) => back.patron === me);
      return mine.length ? { amount: sumOf(mine, (back) => back.stake), words: t("remark.insurance_returned", { name: lineName(felt, mine[0]) }) } : null;
    }
    case "original_bet_returned": {
      const name = lineName(felt, { bet: one.bet });
      return one.patron === me ? { amount: one.stake, words: t("remark.original_bet_returned", { name }), counts: true } : null;
    }
    case "ruling_made": {
      const mine = one.adjustments.filter((moved) => moved.patron === me);
      return mine.length ? { amount: sumOf(mine, (moved) => moved.amount), words: [t("remark.ruling_made"), ": ", h("q", {}, one.reason)], counts: true } : null;
    }
    case "settlement_reversed": {
      const lines = one.lines.filter((line) => line.patron === me);
      const returned = one.returned.filter((back) => back.patron === me);
      const paid = sumOf(lines, (line) => line.payback) + sumOf(returned, (back) => back.stake);
      return paid > 0 ? { amount: null, words: t("remark.settlement_reversed", { n: money(paid) }) } : null;
    }
    // What happened to the cards or chips, and what was paid instead.
    case "card_corrected":
      return { amount: null, words: t("remark.card_corrected", { n: one.place, was: one.was, card: one.card }) };
    case "cards_reconstructed":
      return { amount: null, words: t("remark.cards_reconstructed", { cards: one.cards }) };
    case "bets_corrected":
      return one.patron === me ? { amount: null, words: t("remark.bets_corrected") } : null;
    case "coup_settled": {
      const lines = one.lines.filter((line) => line.patron === me);
      return lines.length ? { amount: null, words: t("remark.paid_instead", { n: money(sumOf(lines, (line) => line.payback)) }) } : null;
    }
    default:
      return null;
  }
}

/** @param {Remark | Event} one */
const citeOf = (one) => ("cite" in one ? one.cite : "");

export class Remarks {
  /** @param {Remark[]} all as in the table's history @param {number} coup the round on the table */
  constructor(all, coup) {
    this.all = all;
    this.coup = coup;
  }

  /** Events in their order; those between two rounds belong to the one before. @param {Event[]} events */
  hear(events) {
    for (const event of events) {
      if (event.kind === "bets_opened") this.coup = event.coup;
      else if (KINDS.has(event.kind) || this.#replaces(event)) this.all.push(/** @type {Remark} */ ({ ...event, coup: ("of_coup" in event && event.of_coup) || this.coup }));
    }
  }

  /** Whether this is the payment in the place of one that was taken back. @param {Event} event */
  #replaces(event) {
    return event.kind === "coup_settled" && this.all.some((one) => one.kind === "settlement_reversed" && one.coup === this.coup);
  }

  /** What news bring me that I did not choose myself, said wherever I look; a payment is seen in the tray. @param {Event[]} events @param {string} me @param {Bets} felt */
  tell(events, me, felt) {
    for (const event of events.filter((one) => one.kind !== "bets_returned" && one.kind !== "coup_settled")) {
      const mine = reading(event, me, felt);
      if (mine) say([mine.words, mine.amount !== null && ` ${mine.counts ? signed(mine.amount) : money(mine.amount)}`], { of: citeOf(event), seconds: 10 });
    }
  }

  /** What was reported in a round, the last report of it. @param {number} coup */
  report(coup) {
    return this.all.filter((one) => one.kind === "irregularity_reported").findLast((one) => one.coup === coup);
  }

  /** Whether those who choose go on with cards put back in order. @param {number} coup */
  reconstructed(coup) {
    return Boolean(this.all.filter((one) => one.kind === "options_given").findLast((one) => one.coup === coup)?.reconstructed);
  }

  /** What concerns somebody in a round. @param {number} coup @param {string} me @param {Bets} felt @returns {Said[]} */
  of(coup, me, felt) {
    return this.all.filter((one) => one.coup === coup).flatMap((one) => {
      const mine = reading(one, me, felt);
      return mine ? [{ ...mine, kind: one.kind, cite: citeOf(one), version: one.version }] : [];
    });
  }
}

/** What remarks add to a round's net. @param {Said[]} remarks */
export const remarkNet = (remarks) => sumOf(remarks.filter((one) => one.counts), (one) => one.amount ?? 0);

/** A remark as a row of the table of lines. @param {Said} one */
export const remarkRow = (one) => h("tr", { class: "remark", key: one.version, data: { kind: one.kind } },
  h("td", { colspan: 3 }, one.words),
  h("td", { class: "num" }, one.amount !== null && h("b", {}, one.counts ? signed(one.amount) : money(one.amount))),
  h("td", {}, cite(one.cite)));
