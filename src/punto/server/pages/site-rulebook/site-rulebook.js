// A rulebook of the site: what its bets pay and are worth, who draws, insurance, and its paragraphs in our words.

import { betWorths, insurancePanel } from "../lib/bet-worths.js";
import { setParagraphs, wordsOf } from "../lib/cite.js";
import { drawing } from "../lib/draw.js";
import { h } from "../lib/element.js";
import { heatMaps } from "../lib/heat.js";
import { language, pick, t, wordOf } from "../lib/i18n.js";
import { noteOf } from "../lib/sheet-notes.js";
import { bookData, siteAddress, siteIndex } from "../lib/site.js";
import "../lib/site-footer.js";
import "../lib/site-header.js";
import { paragraphs, readings, reports } from "./grounds.js";
import { payTables } from "./pay-tables.js";
import { tableau } from "./tableau.js";

const root = /** @type {HTMLElement} */ (document.getElementById("page"));
const id = document.documentElement.dataset.book ?? "";
const [site, { book, sheet }] = await Promise.all([siteIndex(), bookData(id)]);
setParagraphs(wordsOf(book));

/** @param {string} name @param {Draw.Child} value */
const fact = (name, value) => h("div", { key: name }, h("dt", {}, name), h("dd", {}, value));

const dated = () => (book.edition === "common" || book.edition === "undated" ? wordOf("book.edition.", book.edition) : book.edition);

function head() {
  const { least, most, usual } = book.decks;
  return h("section", { class: "page-head book-head" },
    h("p", { class: "kind" }, t("book.kind")),
    h("h1", {}, pick(book.title)),
    h("p", { class: "other", lang: language() === "en" ? "zh-Hant" : "en" }, language() === "en" ? book.title.zh : book.title.en),
    h("p", { class: "ways" },
      h("a", { class: "button primary", href: siteAddress(`sheets/${id}.html`) }, t("odds.par")),
      site.pdf && h("a", { class: "button", href: siteAddress(`sheets/${id}.pdf`) }, t("book.par.pdf")),
      h("a", { class: "button", href: siteAddress(`odds.html#${id}`) }, t("book.odds")),
      h("a", { class: "button", href: siteAddress(`coups.html#${id}`) }, t("site.page.coups"))),
    h("dl", { class: "facts" },
      fact(t("book.source"), wordOf("book.source.", book.source)),
      fact(t("book.edition"), [dated(), book.version && ` (${t("book.version", { v: book.version })})`]),
      fact(t("odds.decks"), least === most ? usual : t("book.decks", { least, most, usual })),
      book.commission && fact(t("book.commission"), book.commission.rate),
      fact(t("book.hash"), h("span", { class: "hash" }, book.sha256))));
}

const view = () => {
  document.title = `${pick(book.title)} – Punto`;
  return [
    head(),
    h("section", { class: "panel", id: "worth" }, h("h2", {}, t("book.worth", { n: sheet.decks ?? "" })), betWorths(book, sheet)),
    payTables(book, sheet),
    tableau(book.tableau),
    insurancePanel(book.insurance && heatMaps(book.insurance.cells, sheet.insurance)),
    sheet.notes.length > 0 && h("section", { class: "panel notes" }, h("h2", {}, t("odds.notes")), h("ul", {}, sheet.notes.map((note) => h("li", {}, noteOf(note, book))))),
    reports(book),
    readings(book),
    paragraphs(book),
  ];
};

drawing(root, view);
