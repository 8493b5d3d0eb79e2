// A table in words: how it is called, by its own name or number first, for two tables may play the same game, and what its
// sign allows.

import { inBoth, pick, t } from "./i18n.js";
import { money } from "./money.js";

/** @typedef {Partial<Api.Name> | null | undefined} Title */

const NUMBERED = /^Table (\d+)$/;

/** A table's own name in both languages; one that is only a number is said in each. @param {{name: string}} table */
export function nameOf({ name }) {
  const number = NUMBERED.exec(name)?.[1];
  return number ? inBoth("table.number", { n: number }) : { en: name, zh: name };
}

/** A table's name in the page's language. @param {{name: string}} table */
export const tableName = (table) => pick(nameOf(table));

/** Name and game in both languages, for a heading; `title` is the game's, where the table itself does not bring it. @param {{name: string, title?: Title}} table @param {Title} title */
export function heading(table, title = table.title) {
  const name = nameOf(table);
  const inLanguage = (/** @type {"en" | "zh"} */ language) => [name[language], title?.[language] || title?.en].filter(Boolean).join(" · ");
  return { en: inLanguage("en"), zh: inLanguage("zh") };
}

/** Name and game in the page's language, in one line. @param {{name: string, title?: Title}} table @param {Title} title */
export const fullName = (table, title = table.title) => pick(heading(table, title));

/** Least and most: 25 – 5,000, or from 25 where there is no maximum. @param {number} least @param {number | null} most */
export const range = (least, most) => t(most === null ? "limits.from" : "limits.range", { least: money(least), most: most === null ? "" : money(most) });

/** What may be staked at a table, on a bet without limits of its own. @param {Pick<Api.Sign, "stake_min" | "stake_max">} sign */
export const stakes = (sign) => range(sign.stake_min, sign.stake_max);
