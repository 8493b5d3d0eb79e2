// Printed odds in the reader's language.

import { t } from "./i18n.js";

/** "8 to 1" as the felt prints it. @param {string} odds */
export function oddsWords(odds) {
  const found = /^(\S+) (to|for) (\S+)$/.exec(odds);
  if (!found) return odds === "push" ? t("printed.push") : t("printed.to", { a: odds, b: 1 });
  return t(found[2] === "to" ? "printed.to" : "printed.for", { a: found[1], b: found[3] });
}
