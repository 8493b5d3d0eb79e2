// One event of a log in words: what happened, who did it, and what its body says.

import { betName } from "../lib/bet-name.js";
import { isWord, language, t, wordOf, wordsUnder } from "../lib/i18n.js";
import { fieldOf, rankOf } from "./chinese.js";

/** @typedef {import("./chinese.js").Names} Names */

/** @type {Record<string, string[]>} */
const HOUSES = {
  "house:switches": ["disabled", "enabled"],
  "house:people": ["person_added", "person_shut_out", "person_let_in", "sessions_ended", "password_set", "role_changed", "person_unlocked", "person_reset", "second_factor_set", "second_factor_removed", "recovery_codes_made", "recovery_code_used"],
  "house:sign-ins": ["signed_in", "session_renewed", "signed_out", "sign_in_failed", "sign_ins_failed"],
  "house:settings": ["settings_first_seen", "settings_changed"],
};

/** The kinds of events that a log may hold. @param {string} log */
export const kindsOf = (log) => HOUSES[log] ?? wordsUnder("audit.kind.").filter((kind) => !Object.values(HOUSES).flat().includes(kind));

/** @param {string} word */
const plain = (word) => word.replaceAll("_", " ");

/** A kind of event in words. @param {string} kind */
export const kindName = (kind) => (isWord(`audit.kind.${kind}`) ? wordOf("audit.kind.", kind) : plain(kind));

/** @param {string} by */
export const rankName = (by) => (language() === "zh" ? rankOf(by) : plain(by));

/** Who did it; nobody is named where the house did it by itself. @param {Api.LogEntry} event */
export const whoOf = (event) => event.person ?? t("audit.automatic");

/** @param {unknown} value @returns {string} */
function listed(value) {
  if (Array.isArray(value)) return value.map(listed).join(", ");
  return value && typeof value === "object" ? Object.values(value).filter(Boolean).map(listed).join(" ") : String(value);
}

/** What is switched, the kind of thing first. @param {Api.Switch} switched */
const switched = ({ what, id, table }) => [what, id, table].filter(Boolean).join(" ");

/** @param {string} key @param {unknown} value @param {Names} names */
function inEnglish(key, value, names) {
  if (key === "bet") return betName(names, String(value));
  return key === "switch" ? switched(/** @type {Api.Switch} */ (value)) : listed(value);
}

/** @param {string} key @param {unknown} value @param {Names} names */
function field(key, value, names) {
  if (language() === "zh") return fieldOf(key, value, names);
  const words = inEnglish(key, value, names);
  return `${plain(key)} ${/^[a-z]+(_[a-z]+)+$/.test(words) ? plain(words) : words}`;
}

/** The fields that say most come first; the log itself has them by the alphabet. */
const FIRST = ["what", "switch", "waiting", "command", "sum", "patron", "person", "box", "bet", "insures", "stake", "amount", "card", "side", "winner", "cards", "player_points", "banker_points"];
/** Fields that a row shows in columns of its own, or only when it is unfolded. */
const ELSEWHERE = new Set(["kind", "cite", "sha256", "order", "salt", "lines", "shares", "stakes", "sign", "coup", "session"]);
/** Figures that are left out when they are 0: no such place, box or earlier round. */
const UNSAID = new Set(["place", "box", "of_coup"]);

/** @param {string} key */
const rank = (key) => (FIRST.includes(key) ? FIRST.indexOf(key) : FIRST.length);

/** @param {string} key @param {unknown} value */
const saysNothing = (key, value) => value === "" || value === null || value === false || (value === 0 && UNSAID.has(key)) || (Array.isArray(value) && !value.length);

/** An event's body in a line, without the fields that stand elsewhere. @param {Api.LogEntry} event @param {Names} names */
export function summary({ body }, names) {
  const fields = Object.entries(body).filter(([key, value]) => !ELSEWHERE.has(key) && !saysNothing(key, value));
  const parts = fields.sort(([key], [other]) => rank(key) - rank(other)).map(([key, value]) => field(key, value, names)).filter(Boolean);
  if (Array.isArray(body.lines)) parts.push(`${body.lines.length} × ${t("bet")}`);
  return parts.join(" · ");
}
