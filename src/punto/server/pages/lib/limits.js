// A sign's limits in words.

import { add, t } from "./i18n.js";
import { money } from "./money.js";

add({
  en: { "limits.range": "{least} – {most}", "limits.from": "from {least}" },
  zh: { "limits.range": "{least} – {most}", "limits.from": "{least} 起" },
});

/** Least and most: 25 – 5,000, or from 25 where there is no maximum. */
export const range = (least, most) => t(most === null ? "limits.from" : "limits.range", { least: money(least), most: most === null ? "" : money(most) });

/** What may be staked at a table, on a bet without limits of its own. */
export const stakes = (sign) => range(sign.stake_min, sign.stake_max);
