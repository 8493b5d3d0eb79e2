// What rounding did to a payout, in a sentence.

import { t } from "./i18n.js";
import { exactly, money, parts } from "./money.js";
import { oddsWords } from "./odds-words.js";

/** "1 to 2 on 25 is 12.5, rounded down to 12 (sign)"; nothing for winnings that were whole. @param {Pick<Api.Line, "exact" | "odds" | "effective" | "winnings" | "commission">} line */
export function rounded({ exact, odds, effective, winnings, commission }) {
  if (!exact) return "";
  const [over, under] = parts(exact);
  const figures = { odds: oddsWords(odds), stake: money(effective), exact: exactly(exact), won: money(winnings) };
  const down = BigInt(winnings) * under < over;
  if (commission > 0) return down ? t("rounded.less.down", figures) : t("rounded.less.up", figures);
  return down ? t("rounded.down", figures) : t("rounded.up", figures);
}
