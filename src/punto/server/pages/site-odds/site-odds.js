// Odds of the site: every bet and offer from a shoe one edits and cards one knows, counted by the kernel in the page.

import { betWorths, insurancePanel } from "../lib/bet-worths.js";
import { Unpriceable } from "../lib/card-counts.js";
import { setParagraphs, wordsOf } from "../lib/cite.js";
import { Shoe } from "../lib/composition.js";
import { drawing } from "../lib/draw.js";
import { h } from "../lib/element.js";
import { heatMaps } from "../lib/heat.js";
import { pick, t, wordOf } from "../lib/i18n.js";
import { loadKernel } from "../lib/kernel.js";
import { priceSheet } from "../lib/pricing.js";
import { readingMark } from "../lib/readings.js";
import { noteOf } from "../lib/sheet-notes.js";
import { shoePanel } from "../lib/shoe-panel.js";
import { bookData, bookPlan, chosenBook, siteAddress, siteIndex } from "../lib/site.js";
import "../lib/site-footer.js";
import "../lib/site-header.js";
import { PLACES, isConditional, nothingTyped, questionOf } from "./question.js";

const REST_MS = 60;

/**
 * @typedef {object} Page
 * @property {Api.RulebookView} book
 * @property {Api.PricingPlan} plan
 * @property {number} decks
 * @property {Shoe} shoe as it is edited
 * @property {string} cards of the round so far
 * @property {import("./question.js").KnownFields} knownFields
 * @property {Api.SheetFigures} sheet
 * @property {Api.SheetFigures} whole the sheet of a shoe of which no card is gone
 * @property {string} refused why these cards cannot be priced, as a code
 */

const root = /** @type {HTMLElement} */ (document.getElementById("page"));
const site = await siteIndex();
const kernel = await loadKernel().catch(() => null);
let page = await opened(chosenBook(site));
let timer = 0;

/** @param {string} id @returns {Promise<Page>} */
async function opened(id) {
  const [{ book, sheet }, plan] = await Promise.all([bookData(id), bookPlan(id)]);
  setParagraphs(wordsOf(book));
  return { book, plan, decks: book.decks.usual, shoe: edited(book.decks.usual), cards: "", knownFields: nothingTyped(), sheet, whole: sheet, refused: "" };
}

/** A fresh shoe to be edited. @param {number} decks */
function edited(decks) {
  const shoe = new Shoe(decks);
  shoe.addEventListener("change", () => later());
  return shoe;
}

/** @param {string} id */
async function choose(id) {
  page = await opened(id);
  history.replaceState(null, "", `#${encodeURIComponent(id)}`);
  redraw();
}

/** @param {number} decks */
function deal(decks) {
  Object.assign(page, { decks, shoe: edited(decks) });
  count();
  page.whole = page.sheet;
  redraw();
}

/** Count once the hand has come to rest. */
function later() {
  clearTimeout(timer);
  redraw();
  timer = setTimeout(() => { count(); redraw(); }, REST_MS);
}

function count() {
  if (!kernel) return;
  try {
    page.sheet = priceSheet(page.plan, kernel, questionOf(page.shoe, page.decks, page.cards, page.knownFields));
    page.refused = "";
  } catch (error) {
    if (!(error instanceof Unpriceable)) throw error;
    page.refused = error.code;
  }
}

/** Forget what was typed about the round. */
function forget() {
  Object.assign(page, { cards: "", knownFields: nothingTyped() });
  for (const field of document.querySelectorAll("input")) if (field.closest(".known-cards")) field.value = "";
  later();
}

function head() {
  const { book, decks } = page;
  const numbers = Array.from({ length: book.decks.most - book.decks.least + 1 }, (_, at) => book.decks.least + at);
  return h("section", { class: "page-head" },
    h("h1", {}, t("price.title")),
    h("p", {}, t("price.about")),
    h("div", { class: "picks" },
      h("label", {}, h("span", {}, t("odds.rulebook")),
        h("select", { name: "rulebook", value: book.id, onchange: ({ currentTarget }) => choose(currentTarget.value) }, site.rulebooks.map((row) => h("option", { value: row.id }, pick(row.title))))),
      h("label", {}, h("span", {}, t("odds.decks")),
        h("select", { name: "decks", value: decks, onchange: ({ currentTarget }) => deal(Number(currentTarget.value)) }, numbers.map((number) => h("option", { value: number }, number)))),
      readingMark(book.decks.cite),
      h("a", { class: "button", href: siteAddress(`rulebooks/${book.id}.html`) }, t("price.book")),
      h("a", { class: "button", href: siteAddress(`sheets/${book.id}.html`) }, t("odds.par"))));
}

function worth() {
  const { book, sheet, whole, shoe, refused } = page;
  const conditional = isConditional(page.cards, page.knownFields);
  return h("section", { class: "panel worth" },
    !kernel && h("p", { class: "refused", role: "alert" }, t("price.none")),
    refused ? h("p", { class: "refused", role: "alert" }, wordOf("price.refused.", refused))
      : [conditional && h("p", { class: "price-given" }, t("price.given")), betWorths(book, sheet, shoe.fresh && !conditional ? null : whole)]);
}

const knownCards = () => h("section", { class: "panel known-cards" },
  h("h2", {}, t("price.known")),
  h("div", { class: "fields" },
    PLACES.map((place) => h("label", { key: place }, h("span", {}, t(`price.known.${place}`)),
      h("input", { type: "text", name: place, value: page.knownFields[place], maxlength: 5, autocomplete: "off", spellcheck: "false", oninput: ({ currentTarget }) => { page.knownFields[place] = currentTarget.value; later(); } }))),
    h("label", { class: "whole", key: "cards" }, h("span", {}, t("price.cards")),
      h("input", { type: "text", name: "cards", value: page.cards, maxlength: 40, autocomplete: "off", spellcheck: "false", oninput: ({ currentTarget }) => { page.cards = currentTarget.value; later(); } }))),
  h("p", { class: "small quiet-text" }, t("price.known.about"), " ", t("price.cards.how")),
  h("button", { type: "button", name: "forget", "aria-disabled": isConditional(page.cards, page.knownFields) ? null : "true", onclick: forget }, t("price.forget")));

const view = () => {
  document.title = `${t("site.page.odds")} – Punto`;
  const { book, sheet, refused } = page;
  return [
    head(),
    h("div", { class: "price-grid" }, worth(), shoePanel(page.shoe), knownCards()),
    insurancePanel(book.insurance && (refused ? " " : heatMaps(book.insurance.cells, sheet.insurance))),
    !refused && sheet.notes.length > 0 && h("section", { class: "panel notes" }, h("h2", {}, t("odds.notes")), h("ul", {}, sheet.notes.map((note) => h("li", {}, noteOf(note, book))))),
  ];
};

const redraw = drawing(root, view);
addEventListener("hashchange", () => choose(chosenBook(site)));
