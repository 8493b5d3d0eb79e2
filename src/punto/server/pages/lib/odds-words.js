// Printed odds in the reader's language.

import { t } from "./i18n.js";

/** "8 to 1" as the felt prints it. @param {string} odds */
export function oddsWords(odds) {
  const match = /^(\S+) (to|for) (\S+)$/.exec(odds);
  if (!match) return odds === "push" ? t("printed.push") : t("printed.to", { a: odds, b: 1 });
  return t(match[2] === "to" ? "printed.to" : "printed.for", { a: match[1], b: match[3] });
}
