// An event's fields in Chinese, and the words in those. An English page shows the log's own words.

import { isWord, t } from "../lib/i18n.js";
import { signed } from "../lib/money.js";
import { oddsWords } from "../lib/odds-words.js";
import { betName } from "../lib/bet-name.js";

/** The rank that something was done with. */
export const rankOf = (by) => known(`rank.${by}`, by);

/** What the log says, in words where there are some. */
const known = (key, word) => (isWord(key) ? t(key) : word);
const role = (word) => known(`role.${word}`, word);
const what = (word) => known(`what.${word}`, word);

function because(reason, names) {
  const [, bet, fate] = /^(\S+) is certain to (\w+)$/.exec(reason) ?? [];
  if (bet) return `${betName(names, bet)}${known(`audit.fate.${fate}`, fate)}`;
  return reason === "the result stands" ? t("leads.continue") : what(reason);
}

/** Where chips lay. */
const chips = (all, names) => all.map((one) => `${one.box} ${betName(names, one.bet)} ${one.stake}`).join("、");

/** How each field's value is said; those that are not here are figures, cards and names. */
const VALUES = {
  adjustments: (all) => all.map((one) => `${one.patron} ${signed(one.amount)}`).join("、"),
  bet: (id, names) => betName(names, id),
  because,
  card: (card) => known(`audit.card.${card}`, card),
  cards: (cards) => known(`audit.cards.${cards}`, cards),
  code: (code) => known(`audit.code.${code}`, t("audit.code.other")),
  assigned_by: rankOf, dealer: rankOf, decided_by: rankOf, decider: rankOf, decides: rankOf, placed_by: rankOf, position: rankOf, reporter: rankOf,
  role, was: (before, names) => (Array.isArray(before) ? chips(before, names) : role(before)), lay: chips,
  insures: (word) => t(word), side: (word) => t(word), stance: (word) => t(word), winner: (word) => t(word),
  odds: oddsWords,
  leads_to: (word) => t(`leads.${word}`),
  option: (word) => t(`choice.${word}`),
  patrons: (all) => all.join("、"),
  returned: (all) => t("audit.returned", { n: all.length }),
  rounding: (word) => t(`rounding.${word}`),
  switch: ({ what: kind, id, table }) => [t(`audit.switch.${kind}`), id, table].filter(Boolean).join(" "),
  what,
  window: (word) => t(`window.${word}`),
};

/** A field of an event with its value; `names` are those of the bets. A warning's English sentence stands in its code already. */
export function fieldOf(key, value, names) {
  if (key === "message") return "";
  const said = value === true ? t("audit.yes") : (VALUES[key]?.(value, names) ?? (typeof value === "object" ? JSON.stringify(value) : value));
  return `${known(`audit.field.${key}`, key)} ${said}`;
}
