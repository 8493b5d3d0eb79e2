// Printed odds in the reader's language.

import { add, t } from "./i18n.js";

add({
  en: { "odds.to": "{a} to {b}", "odds.for": "{a} for {b}", "odds.push": "returned" },
  zh: { "odds.to": "{b} 賠 {a}", "odds.for": "{b} 得 {a}", "odds.push": "退還" },
});

/** "8 to 1" as the felt prints it. */
export function oddsWords(odds) {
  const found = /^(\S+) (to|for) (\S+)$/.exec(odds);
  if (!found) return odds === "push" ? t("odds.push") : t("odds.to", { a: odds, b: 1 });
  return t(`odds.${found[2]}`, { a: found[1], b: found[3] });
}
