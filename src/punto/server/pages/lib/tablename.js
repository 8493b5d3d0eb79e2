// How a table is called: by its own name or number first, for two tables may play the same game; the game comes second.

import { pick } from "./i18n.js";

const NUMBERED = /^Table (\d+)$/;

/** A table's own name in both languages; one that is only a number is said in each. @param {{name: string}} table */
export function nameOf({ name }) {
  const number = NUMBERED.exec(name)?.[1];
  return { en: name, zh: number ? `${number} 號檯` : name };
}

/** A table's name in the page's language. */
export const tableName = (table) => pick(nameOf(table));

/** Name and game in both languages, for a heading; `title` is the game's, where the table itself does not bring it. */
export function heading(table, title = table.title) {
  const name = nameOf(table);
  const said = (language) => [name[language], title?.[language] || title?.en].filter(Boolean).join(" · ");
  return { en: said("en"), zh: said("zh") };
}

/** Name and game in the page's language, in one line. */
export const fullName = (table, title = table.title) => pick(heading(table, title));
