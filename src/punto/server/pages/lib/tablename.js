// How a table is called: by its own name or number first, for two tables may play the same game; the game comes second.

import { inBoth, pick } from "./i18n.js";

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
  const said = (/** @type {"en" | "zh"} */ language) => [name[language], title?.[language] || title?.en].filter(Boolean).join(" · ");
  return { en: said("en"), zh: said("zh") };
}

/** Name and game in the page's language, in one line. @param {{name: string, title?: Title}} table @param {Title} title */
export const fullName = (table, title = table.title) => pick(heading(table, title));
