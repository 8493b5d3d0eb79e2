// Exceptions in the money on a table, in the page's language: what differs, by which chips, who took part, which shift.

import { highestFirst } from "./chip-total.js";
import { h } from "./element.js";
import { t } from "./i18n.js";
import { money, signed } from "./money.js";

/** @param {Record<string, number>} chips */
const apart = (chips) => highestFirst(chips).map(([worth, number]) =>
  t(number > 0 ? "bank.too_many" : "bank.too_few", { n: Math.abs(number), worth: money(worth) })).join(" · ");

/** The sentence. @param {Api.ExceptionFound} exception */
export const exceptionWords = (exception) => t(`bank.exception.${exception.what}`, { slip: exception.slip, box: exception.drop_box });

/** @param {Api.ExceptionFound} exception @param {string} table what the table is called */
export const exceptionRow = (exception, table, place = 0) => h("li", { class: "exception", key: `${exception.what} ${exception.drop_box} ${exception.slip} ${place}` },
  h("p", { class: "what" }, h("b", {}, table, " · ", exceptionWords(exception)), exception.amount !== 0 && h("span", { class: "num" }, signed(exception.amount))),
  Object.keys(exception.chips).length > 0 && h("p", { class: "by" }, apart(exception.chips)),
  h("p", { class: "small quiet-text" }, [exception.day && t("bank.shift", { day: exception.day, shift: exception.shift }), exception.people.join(", ")].filter(Boolean).join(" · ")));
