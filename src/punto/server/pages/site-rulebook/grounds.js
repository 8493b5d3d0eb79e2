// What a rulebook rests on: its irregularities, what we read into it, and every paragraph of the document in our words.

import { cite, says } from "../lib/cite.js";
import { h } from "../lib/element.js";
import { t, wordOf } from "../lib/i18n.js";

/** @param {string} id @param {string} title @param {number} count @param {Draw.Child} inside */
const fold = (id, title, count, inside) => count > 0 && h("details", { class: "panel grounds", id, key: id },
  h("summary", {}, h("h2", {}, title), h("span", { class: "quiet-text" }, count)), inside);

/** What goes wrong, what it leads to and who decides. @param {Api.RulebookView} book */
export const reports = (book) => fold("reports", t("grounds.reports"), book.irregularities.length, h("div", { class: "scroll-x" }, h("table", { class: "figures" },
  h("thead", {}, h("tr", {}, h("th", {}, t("grounds.what")), h("th", {}, t("grounds.leads")), h("th", {}, t("decides")), h("th", {}, t("pay.where")))),
  h("tbody", {}, book.irregularities.map((irregularity) => h("tr", { key: irregularity.what },
    h("th", { scope: "row" }, wordOf("what.", irregularity.what)), h("td", {}, wordOf("leads.", irregularity.leads_to)), h("td", {}, wordOf("rank.", irregularity.decides)), h("td", { class: "where" }, cite(irregularity.cite))))))));

/** @param {Api.RulebookView} book */
export const readings = (book) => fold("readings", t("grounds.readings"), book.readings.length, [
  h("p", { class: "small quiet-text" }, t("grounds.readings.about")),
  h("ul", { class: "said" }, book.readings.map((reading) => h("li", { key: reading.id }, says(reading.reads)))),
]);

/** @param {Api.RulebookView} book */
export const paragraphs = (book) => fold("paragraphs", t("grounds.paragraphs"), book.paragraphs.length, [
  h("p", { class: "small quiet-text" }, t("grounds.paragraphs.about")),
  h("dl", { class: "said" }, book.paragraphs.map((paragraph) => [h("dt", { lang: "en", key: `${paragraph.number} n` }, `§ ${paragraph.number}`), h("dd", { key: `${paragraph.number} s` }, says(paragraph.says))])),
]);
