// One event of a log in words: what happened, who did it, and what its body says.

import { isWord, language, t, wordsUnder } from "../lib/i18n.js";
import { betName } from "../lib/bet-name.js";
import { fieldOf, rankOf } from "./chinese.js";

const HOUSES = {
  "house:switches": ["disabled", "enabled"],
  "house:people": ["person_added", "person_shut_out", "person_let_in", "sessions_ended", "password_set", "role_changed", "person_unlocked"],
};

/** The kinds of events that a log may hold. */
export const kindsOf = (log) => HOUSES[log] ?? wordsUnder("audit.kind.").filter((kind) => !Object.values(HOUSES).flat().includes(kind));

const plain = (word) => word.replaceAll("_", " ");

/** A kind of event in words. */
export function kindName(kind) {
  const key = `audit.kind.${kind}`;
  return isWord(key) ? t(key) : plain(kind);
}

export const rankName = (by) => (language() === "zh" ? rankOf(by) : plain(by));

/** Who did it; nobody is named where the house did it by itself. */
export const whoOf = (event) => event.person ?? t("audit.automatic");

const listed = (value) => (Array.isArray(value) ? value.map(listed).join(", ") : value && typeof value === "object" ? Object.values(value).filter(Boolean).map(listed).join(" ") : String(value));

const ENGLISH = {
  bet: (id, names) => betName(names, id),
  switch: ({ what, id, table }) => [what, id, table].filter(Boolean).join(" "),
};

function field(key, value, names) {
  if (language() === "zh") return fieldOf(key, value, names);
  const said = ENGLISH[key]?.(value, names) ?? listed(value);
  return `${plain(key)} ${/^[a-z]+(_[a-z]+)+$/.test(said) ? plain(said) : said}`;
}

/** The fields that say most come first; the log itself has them by the alphabet. */
const FIRST = ["what", "switch", "patron", "person", "box", "bet", "insures", "stake", "amount", "card", "side", "winner", "cards", "player_points", "banker_points"];
/** Figures that say nothing when they are nought: no such place, box or earlier round. */
const UNSAID = new Set(["place", "box", "of_coup"]);
const rank = (key) => (FIRST.includes(key) ? FIRST.indexOf(key) : FIRST.length);

/** An event's body in a line: what matters, without what stands beside it anyway. `names` are those of the bets. */
export function summary(event, names) {
  const { kind, cite, sha256, order, salt, lines, shares, stakes, sign, coup, ...rest } = event.body;
  const said = Object.entries(rest).sort(([one], [other]) => rank(one) - rank(other)).filter(([key, value]) => value !== "" && value !== null && value !== false && !(value === 0 && UNSAID.has(key)) && !(Array.isArray(value) && !value.length))
    .map(([key, value]) => field(key, value, names)).filter(Boolean);
  if (lines) said.push(`${lines.length} × ${t("bet")}`);
  return said.join(" · ");
}
