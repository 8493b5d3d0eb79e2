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
/** @typedef {Reading & {kind: string, cite: string, version: number}} OwnRemark a remark as one patron reads it */

/** Events that the list of remarks is made of, besides a payment in the place of one that was taken back; the server keeps them too. */
const KINDS = new Set(["bet_rejected", "bets_corrected", "bets_returned", "card_corrected", "cards_reconstructed", "insurance_returned", "irregularity_reported", "options_given", "original_bet_returned", "ruling_made", "settlement_reversed"]);

/** @template T @param {T[]} list @param {(row: T) => number} figure */
const sumOf = (list, figure) => list.reduce((sum, row) => sum + figure(row), 0);

/** How an event reads for one patron; null where it is not theirs. @param {Remark | Event} event @param {string} me @param {Bets} felt @returns {Reading | null} */
function reading(event, me, felt) {
  switch (event.kind) {
    case "bet_rejected":
      return event.patron === me ? { amount: event.stake, words: t("remark.bet_rejected", { name: lineName(felt, event) }) } : null;
    case "bets_returned":
      return event.patron === me ? { amount: sumOf(event.stakes, (back) => back.stake), words: t("remark.bets_returned") } : null;
    case "insurance_returned": {
      const mine = event.stakes.filter((back) => back.patron === me);
      return mine.length ? { amount: sumOf(mine, (back) => back.stake), words: t("remark.insurance_returned", { name: lineName(felt, mine[0]) }) } : null;
    }
    case "original_bet_returned": {
      const name = lineName(felt, { bet: event.bet });
      return event.patron === me ? { amount: event.stake, words: t("remark.original_bet_returned", { name }), counts: true } : null;
    }
    case "ruling_made": {
      const mine = event.adjustments.filter((moved) => moved.patron === me);
      return mine.length ? { amount: sumOf(mine, (moved) => moved.amount), words: [t("remark.ruling_made"), ": ", h("q", {}, event.reason)], counts: true } : null;
    }
    case "settlement_reversed": {
      const lines = event.lines.filter((line) => line.patron === me);
      const returned = event.returned.filter((back) => back.patron === me);
      const paid = sumOf(lines, (line) => line.payback) + sumOf(returned, (back) => back.stake);
      return paid > 0 ? { amount: null, words: t("remark.settlement_reversed", { n: money(paid) }) } : null;
    }
    // What happened to the cards or chips, and what was paid instead.
    case "card_corrected":
      return { amount: null, words: t("remark.card_corrected", { n: event.place, was: event.was, card: event.card }) };
    case "cards_reconstructed":
      return { amount: null, words: t("remark.cards_reconstructed", { cards: event.cards }) };
    case "bets_corrected":
      return event.patron === me ? { amount: null, words: t("remark.bets_corrected") } : null;
    case "coup_settled": {
      const lines = event.lines.filter((line) => line.patron === me);
      return lines.length ? { amount: null, words: t("remark.paid_instead", { n: money(sumOf(lines, (line) => line.payback)) }) } : null;
    }
    default:
      return null;
  }
}

/** @param {Remark | Event} event */
const citeOf = (event) => ("cite" in event ? event.cite : "");

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
    return event.kind === "coup_settled" && this.all.some((remark) => remark.kind === "settlement_reversed" && remark.coup === this.coup);
  }

  /** Shows the money that news move for me without my doing, as notes; a payment is seen in the tray. @param {Event[]} events @param {string} me @param {Bets} felt */
  tell(events, me, felt) {
    for (const event of events.filter((event) => event.kind !== "bets_returned" && event.kind !== "coup_settled")) {
      const mine = reading(event, me, felt);
      if (mine) say([mine.words, mine.amount !== null && ` ${mine.counts ? signed(mine.amount) : money(mine.amount)}`], { of: citeOf(event), seconds: 10 });
    }
  }

  /** What was reported in a round, the last report of it. @param {number} coup */
  report(coup) {
    return this.all.filter((remark) => remark.kind === "irregularity_reported").findLast((remark) => remark.coup === coup);
  }

  /** Whether those who choose go on with cards put back in order. @param {number} coup */
  reconstructed(coup) {
    return Boolean(this.all.filter((remark) => remark.kind === "options_given").findLast((remark) => remark.coup === coup)?.reconstructed);
  }

  /** What concerns somebody in a round. @param {number} coup @param {string} me @param {Bets} felt @returns {OwnRemark[]} */
  of(coup, me, felt) {
    return this.all.filter((remark) => remark.coup === coup).flatMap((remark) => {
      const mine = reading(remark, me, felt);
      return mine ? [{ ...mine, kind: remark.kind, cite: citeOf(remark), version: remark.version }] : [];
    });
  }
}

/** What remarks add to a round's net. @param {OwnRemark[]} remarks */
export const remarkNet = (remarks) => sumOf(remarks.filter((remark) => remark.counts), (remark) => remark.amount ?? 0);

/** A remark as a row of the table of lines. @param {OwnRemark} remark */
export const remarkRow = (remark) => h("tr", { class: "remark", key: remark.version, data: { kind: remark.kind } },
  h("td", { colspan: 3 }, remark.words),
  h("td", { class: "num" }, remark.amount !== null && h("b", {}, remark.counts ? signed(remark.amount) : money(remark.amount))),
  h("td", {}, cite(remark.cite)));
