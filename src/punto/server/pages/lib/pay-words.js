// What a bet's printed odds are paid for, in both languages.

import { t, wordOf } from "./i18n.js";
import { oddsWords } from "./odds-words.js";
import { paying } from "./leaning.js";

/** One thing asked of a round, and the answers that fit. @param {string} fact @param {unknown[]} values @returns {string} */
export function factWords(fact, values) {
  if (values.every((value) => typeof value === "boolean")) {
    const what = wordOf("fact.", fact);
    return values[0] ? what : t("fact.not", { what });
  }
  if (fact === "winner") return values.map((value) => (value === "tie" ? t("fact.winner.tie") : t("fact.winner", { v: wordOf("", String(value)) }))).join(" / ");
  return wordOf("fact.", fact, { v: values.join(" / "), count: values.length === 1 ? Number(values[0]) : values.length });
}

/** What a row is paid for, in full, where no bet's name says half of it: "Banker wins · 6 points · 2 cards", "Player pair". @param {Api.PayRowView} row */
export function rowWords(row) {
  const whole = (/** @type {[string, unknown[]]} */ [fact, values]) => {
    const side = /** @type {const} */ (["player", "banker"]).find((hand) => fact.startsWith(`${hand}_pair`) || fact.startsWith(`${hand}_suited`));
    return side ? t("fact.of", { side: t(side), what: factWords(fact, values) }) : factWords(fact, values);
  };
  return Object.entries(row.when).map(whole).join(" · ");
}

/**
 * A bet's pay rows as lines to print: what is common to all rows is what the bet's name says, so only what tells a row
 * from the others is spelled out.
 * @param {Api.BetView} bet
 * @returns {{odds: string, when: string}[]}
 */
export function payLines(bet, commission = "") {
  const rows = paying(bet);
  const common = (/** @type {string} */ fact, /** @type {unknown[]} */ values) => rows.every((row) => String(row.when[fact]) === String(values));
  const lines = rows.map((row) => ({
    odds: oddsWords(row.odds) + (row.commission && commission ? ` ${t("printed.less", { c: commission })}` : ""),
    when: Object.entries(row.when).filter(([fact, values]) => rows.length > 1 && !common(fact, values))
      .map(([fact, values]) => factWords(fact, values)).join(" · "),
  }));
  // The line without a condition is what the bet pays as a rule: it comes first.
  return lines.sort((line, other) => (line.when === "" ? 0 : 1) - (other.when === "" ? 0 : 1));
}
