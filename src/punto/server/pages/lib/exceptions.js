// What was named about the money on a table, in the page's language: what, by which chips, who took part, which shift.

import { highestFirst } from "./chip-total.js";
import { h } from "./element.js";
import { t } from "./i18n.js";
import { money, signed } from "./money.js";

/** @param {Record<string, number>} chips */
const apart = (chips) => highestFirst(chips).map(([worth, number]) =>
  t(number > 0 ? "bank.too_many" : "bank.too_few", { n: Math.abs(number), worth: money(worth) })).join(" · ");

/** The sentence. @param {Api.ExceptionFound} found */
export const exceptionWords = (found) => t(`bank.exception.${found.what}`, { slip: found.slip, box: found.drop_box });

/** @param {Api.ExceptionFound} found @param {string} table what the table is called */
export const exceptionRow = (found, table, place = 0) => h("li", { class: "exception", key: `${found.what} ${found.drop_box} ${found.slip} ${place}` },
  h("p", { class: "what" }, h("b", {}, table, " · ", exceptionWords(found)), found.amount !== 0 && h("span", { class: "num" }, signed(found.amount))),
  Object.keys(found.chips).length > 0 && h("p", { class: "by" }, apart(found.chips)),
  h("p", { class: "small quiet-text" }, [found.day && t("bank.shift", { day: found.day, shift: found.shift }), found.people.join(", ")].filter(Boolean).join(" · ")));
