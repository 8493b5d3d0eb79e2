// A sign's limits in words.

import { t } from "./i18n.js";
import { money } from "./money.js";

/** Least and most: 25 – 5,000, or from 25 where there is no maximum. @param {number} least @param {number | null} most */
export const range = (least, most) => t(most === null ? "limits.from" : "limits.range", { least: money(least), most: most === null ? "" : money(most) });

/** What may be staked at a table, on a bet without limits of its own. @param {Pick<Api.Sign, "stake_min" | "stake_max">} sign */
export const stakes = (sign) => range(sign.stake_min, sign.stake_max);
