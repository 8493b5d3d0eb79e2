// Money that moved in a round apart from its end, as far as it is mine: handed back, ruled, or taken back again.

import { cite } from "../lib/cite.js";
import { h } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { money, signed } from "../lib/money.js";
import { say } from "../lib/toast.js";
import { lineName } from "./line-name.js";

/** Events that the list of remarks is made of; the server keeps the same ones. */
const KINDS = new Set(["bet_rejected", "bets_returned", "insurance_returned", "irregularity_reported", "options_given", "original_bet_returned", "ruling_made", "settlement_reversed"]);

const sumOf = (list, figure) => list.reduce((sum, one) => sum + figure(one), 0);

/** How each kind reads for one patron: {amount, words, counts}, or null where it is not theirs. `counts` moves the round's net. */
const READ = {
  bet_rejected: (one, me, felt) => one.patron === me && { amount: one.stake, words: t("remark.bet_rejected", { name: lineName(felt, one) }) },
  bets_returned: (one, me) => one.patron === me && { amount: sumOf(one.stakes, (back) => back.stake), words: t("remark.bets_returned") },
  insurance_returned: (one, me, felt) => {
    const mine = one.stakes.filter((back) => back.patron === me);
    return mine.length > 0 && { amount: sumOf(mine, (back) => back.stake), words: t("remark.insurance_returned", { name: lineName(felt, mine[0]) }) };
  },
  original_bet_returned: (one, me, felt) => one.patron === me && { amount: one.stake, words: t("remark.original_bet_returned", { name: lineName(felt, { ...one, insures: "" }) }), counts: true },
  ruling_made: (one, me) => {
    const mine = one.adjustments.filter((moved) => moved.patron === me);
    return mine.length > 0 && { amount: sumOf(mine, (moved) => moved.amount), words: [t("remark.ruling_made"), ": ", h("q", {}, one.reason)], counts: true };
  },
  settlement_reversed: (one, me) => {
    const paid = sumOf(one.lines.filter((line) => line.patron === me), (line) => line.payback) + sumOf(one.returned.filter((back) => back.patron === me), (back) => back.stake);
    return paid > 0 && { amount: null, words: t("remark.settlement_reversed", { n: money(paid) }) };
  },
};

export class Remarks {
  /** @param {any[]} told as in the table's history @param {number} coup the round on the table */
  constructor(told, coup) {
    this.all = told;
    this.coup = coup;
  }

  /** Events in their order; those between two rounds belong to the one before. */
  hear(events) {
    for (const event of events) {
      if (event.kind === "bets_opened") this.coup = event.coup;
      else if (KINDS.has(event.kind)) this.all.push({ ...event, coup: event.of_coup || this.coup });
    }
  }

  /** What news bring me that I did not choose myself, said wherever I look. */
  tell(events, me, felt) {
    for (const event of events.filter((one) => one.kind in READ && one.kind !== "bets_returned")) {
      const mine = READ[event.kind](event, me, felt);
      if (mine) say([mine.words, mine.amount !== null && ` ${mine.counts ? signed(mine.amount) : money(mine.amount)}`], { of: event.cite, seconds: 10 });
    }
  }

  /** What was reported in a round, the last report of it. */
  report(coup) {
    return this.all.findLast((one) => one.coup === coup && one.kind === "irregularity_reported");
  }

  /** Whether those who choose go on with cards put back in order. */
  reconstructed(coup) {
    return Boolean(this.all.findLast((one) => one.coup === coup && one.kind === "options_given")?.reconstructed);
  }

  /** What concerns somebody in a round. */
  of(coup, me, felt) {
    return this.all.filter((one) => one.coup === coup && one.kind in READ)
      .map((one) => ({ kind: one.kind, cite: one.cite, version: one.version, ...(READ[one.kind](one, me, felt) || { words: null }) }))
      .filter((one) => one.words);
  }
}

/** What remarks add to a round's net. */
export const remarkNet = (remarks) => sumOf(remarks.filter((one) => one.counts), (one) => one.amount);

/** A remark as a row of the table of lines. */
export const remarkRow = (one) => h("tr", { class: "remark", data: { kind: one.kind } },
  h("td", { colspan: 3 }, one.words), h("td", { class: "num" }, one.amount !== null && h("b", {}, one.counts ? signed(one.amount) : money(one.amount))), h("td", {}, cite(one.cite)));
