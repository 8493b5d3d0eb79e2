// Limits in words: how much more may lie on a bet, and which limit says so.

import { cite } from "../lib/cite.js";
import { h } from "../lib/element.js";
import { add, t } from "../lib/i18n.js";
import { money } from "../lib/money.js";

add({
  en: {
    "limit.maximum": "maximum", "limit.differential": "differential", "limit.wallet": "your chips", "limit.minimum": "minimum",
    "limit.more": "{n} more: {by}", "limit.full.maximum": "at the maximum", "limit.full.differential": "at the differential", "limit.full.wallet": "no chips left",
    "limit.short": "{n} left: {by}, below the minimum of {least}",
    "limit.within": "{n} within the {by}", "limit.over.maximum": "{n} above the maximum", "limit.over.differential": "{n} beyond the differential: plays in proportion",
    "limit.left": "{n} more", "limit.none.left": "nothing more", "limit.over": "{n} beyond",
  },
  zh: {
    "limit.maximum": "上限", "limit.differential": "差額", "limit.wallet": "您的籌碼", "limit.minimum": "下限",
    "limit.more": "尚可 {n}（{by}）", "limit.full.maximum": "已達上限", "limit.full.differential": "已達差額限額", "limit.full.wallet": "籌碼已用盡",
    "limit.short": "{by}餘 {n}，低於下限 {least}",
    "limit.within": "{by}內尚可 {n}", "limit.over.maximum": "超出上限 {n}", "limit.over.differential": "超出差額 {n}：按比例計算",
    "limit.left": "尚可 {n}", "limit.none.left": "不可再下", "limit.over": "超出 {n}",
  },
});

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
