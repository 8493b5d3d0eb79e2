// Limits in words: how much more may lie on a bet, and which limit says so.

import { cite } from "../lib/cite.js";
import { h } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { money } from "../lib/money.js";

/** In a few words. @param {ReturnType<typeof import("./limits.js").roomFor>} room */
export function roomWords({ more, least, by }) {
  if (!by) return "";
  if (more <= 0) return t(`limit.full.${by.name}`);
  const values = { n: money(more), by: t(`limit.${by.name}`) };
  return more < least ? t("limit.short", { ...values, least: money(least) }) : t("limit.more", values);
}

/** What lies within or beyond a limit that is only observed. */
export function warningWords({ name, more }) {
  return more < 0 ? t(`limit.over.${name}`, { n: money(-more) }) : t("limit.within", { n: money(more), by: t(`limit.${name}`) });
}

/** The same with the paragraph. */
export function roomLine(felt, room) {
  const { by, warns, more, least } = room;
  const beyond = warns && warns.more < 0;
  const of = beyond && warns.name === "differential" ? felt.limits.pro_rata : warns?.cite;
  return [
    by && h("span", { class: ["limit-more", (more <= 0 || more < least) && "none"], data: { by: by.name } }, roomWords(room), by.cite && [" ", cite(by.cite)]),
    warns && h("span", { class: ["limit-warns", beyond && "over"], data: { by: warns.name } }, warningWords(warns), of && [" ", cite(of)]),
  ];
}
