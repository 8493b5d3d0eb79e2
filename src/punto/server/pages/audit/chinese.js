// An event's fields in Chinese, and the words in those. An English page shows the log's own words.

import { betName } from "../lib/bet-name.js";
import { isWord, t, wordOf } from "../lib/i18n.js";
import { signed } from "../lib/money.js";
import { oddsWords } from "../lib/odds-words.js";

/** @typedef {Record<string, Api.Name>} Names of the bets */

/** The rank that something was done with. @param {string} by */
export const rankOf = (by) => wordOf("rank.", by);

/** @param {string} word */
const role = (word) => wordOf("role.", word);
/** @param {string} word */
const what = (word) => wordOf("what.", word);
/** @param {string} word */
const side = (word) => wordOf("", word);

/** @param {string} reason @param {Names} names */
function because(reason, names) {
  const [, bet, fate] = /^(\S+) is certain to (\w+)$/.exec(reason) ?? [];
  if (isWord(`audit.over.${reason}`)) return wordOf("audit.over.", reason);
  if (bet) return `${betName(names, bet)}${wordOf("audit.fate.", fate)}`;
  return reason === "the result stands" ? t("leads.continue") : what(reason);
}

/** Where chips lay. @param {Api.Placed[]} all @param {Names} names */
const chips = (all, names) => all.map((row) => `${row.box} ${betName(names, row.bet)} ${row.stake}`).join("、");

/** The words for each field's value; fields that are not here hold figures, cards and names. */
const VALUES = {
  adjustments: (/** @type {Api.Adjustment[]} */ all) => all.map((adjustment) => `${adjustment.patron} ${signed(adjustment.amount)}`).join("、"),
  bet: (/** @type {string} */ id, /** @type {Names} */ names) => betName(names, id),
  because,
  card: (/** @type {string} */ card) => wordOf("audit.card.", card),
  cards: (/** @type {string} */ cards) => wordOf("audit.cards.", cards),
  code: (/** @type {string} */ code) => (isWord(`audit.code.${code}`) ? wordOf("audit.code.", code) : t("audit.code.other")),
  acting: rankOf, confirmed_as: rankOf, declined_as: rankOf, needs: rankOf,
  command: (/** @type {{command: string}} */ { command }) => wordOf("second.what.", command),
  assigned_by: rankOf, dealer: rankOf, decided_by: rankOf, decider: rankOf, decides: rankOf, placed_by: rankOf, position: rankOf, reporter: rankOf,
  role,
  was: (/** @type {string | Api.Placed[]} */ before, /** @type {Names} */ names) => (Array.isArray(before) ? chips(before, names) : role(before)),
  lay: chips,
  insures: side, side, stance: side, winner: side,
  odds: oddsWords,
  leads_to: (/** @type {string} */ word) => wordOf("leads.", word),
  option: (/** @type {string} */ word) => wordOf("choice.", word),
  patrons: (/** @type {string[]} */ all) => all.join("、"),
  returned: (/** @type {Api.Returned[]} */ all) => t("audit.returned", { n: all.length }),
  rounding: (/** @type {string} */ word) => wordOf("rounding.", word),
  switch: (/** @type {Api.Switch} */ { what: kind, id, table }) => [wordOf("audit.switch.", kind), id, table].filter(Boolean).join(" "),
  what,
  window: (/** @type {string} */ word) => wordOf("window.", word),
};

/** The same for any field: the log holds a value in the shape of its field. @type {Record<string, ((value: never, names: Names) => string) | undefined>} */
const VALUE_WORDS = VALUES;

/** A field of an event with its value. A warning's English sentence stands in its code already. @param {string} key @param {unknown} value @param {Names} names */
export function fieldOf(key, value, names) {
  if (key === "message") return "";
  const words = value === true ? t("audit.yes") : (VALUE_WORDS[key]?.(/** @type {never} */ (value), names) ?? (typeof value === "object" ? JSON.stringify(value) : value));
  return `${wordOf("audit.field.", key)} ${words}`;
}
