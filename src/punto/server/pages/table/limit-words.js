// Limits in words: how much more may lie on a bet, and which limit says so.

import { cite } from "../lib/cite.js";
import { h } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { money } from "../lib/money.js";

/** @typedef {import("./limits.js").Limit} Limit */
/** @typedef {ReturnType<typeof import("./limits.js").roomFor>} Room how much more may lie there */

/** Least and most: 25 – 5,000, or from 25 where there is no maximum. @param {{least: number, most: number | null}} limits */
export const range = ({ least, most }) => (most === null ? t("limit.from", { least: money(least) }) : t("limit.range", { least: money(least), most: money(most) }));

/** In a few words. @param {Room} room */
export function roomWords({ more, least, by }) {
  if (!by) return "";
  if (more <= 0) return t(`limit.full.${by.name}`);
  const values = { n: money(more), by: t(`limit.${by.name}`) };
  return more < least ? t("limit.short", { ...values, least: money(least) }) : t("limit.more", values);
}

/** What lies within or beyond a limit that is only observed. @param {Limit} limit */
export function warningWords({ name, more }) {
  return more < 0 ? t(name === "wallet" ? "limit.over" : `limit.over.${name}`, { n: money(-more) }) : t("limit.within", { n: money(more), by: t(`limit.${name}`) });
}

/** The same with the paragraph. @param {Pick<Api.FeltView, "limits">} felt @param {Room} room */
export function roomLine(felt, room) {
  const { by, warns, more, least } = room;
  const beyond = warns && warns.more < 0;
  const of = beyond && warns.name === "differential" ? felt.limits.pro_rata : warns?.cite;
  return [
    by && h("span", { class: ["limit-more", (more <= 0 || more < least) && "none"], data: { by: by.name } }, roomWords(room), by.cite && [" ", cite(by.cite)]),
    warns && h("span", { class: ["limit-warns", beyond && "over"], data: { by: warns.name } }, warningWords(warns), of && [" ", cite(of)]),
  ];
}
