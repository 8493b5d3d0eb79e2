// Odds: what every bet of a rulebook is worth, insurance as heat maps, and both from a shoe one edits.

import { nameInAddress } from "../lib/address.js";
import { ApiError, get } from "../lib/api.js";
import { betWorths, insurancePanel } from "../lib/bet-worths.js";
import { setParagraphs, wordsOf } from "../lib/cite.js";
import { Shoe } from "../lib/composition.js";
import { drawing } from "../lib/draw.js";
import { h } from "../lib/element.js";
import "../lib/header.js";
import { heatMaps } from "../lib/heat.js";
import { pick, t } from "../lib/i18n.js";
import { readingMark } from "../lib/readings.js";
import { why } from "../lib/refusal.js";
import { noteOf } from "../lib/sheet-notes.js";
import { shoePanel } from "../lib/shoe-panel.js";
import { admitted, turnAway } from "../lib/turned-away.js";
import { Pricer } from "./pricer.js";

/** How long a hand rests before the server is asked, and before the page counts by itself. */
const [REST_MS, SHORT_REST_MS] = [180, 20];

/**
 * @typedef {object} Page
 * @property {Api.RulebookView} book
 * @property {Pricer} pricer
 * @property {number} decks
 * @property {Shoe} shoe as it is edited
 * @property {Api.SheetFigures | null} sheet what it makes of the bets
 * @property {Api.SheetFigures | null} whole the same for a shoe of which no card is gone
 * @property {ApiError | null} refused
 * @property {boolean} counting whether the figures are those of an earlier shoe
 */

const root = /** @type {HTMLElement} */ (document.getElementById("page"));
/** @type {Api.ShelfRow[]} */
let books = [];
/** @type {Page | null} */
let page = null;
/** Begins to draw once there is something to show. */
let redraw = () => { redraw = drawing(root, view); };
let questions = 0;
let timer = 0;

/** @param {string} id */
const bookNamed = (id) => get(`/api/rulebooks/${encodeURIComponent(id)}`);

/** @param {Api.RulebookView} book */
async function choose(book) {
  setParagraphs(wordsOf(book));
  history.replaceState(null, "", `/odds/${encodeURIComponent(book.id)}`);
  await deal(book, book.decks.usual, new Pricer(book.id));
}

/** @param {Api.RulebookView} book @param {number} decks @param {Pricer} pricer */
async function deal(book, decks, pricer) {
  const shoe = new Shoe(decks);
  const before = page?.book === book ? page.sheet : null;
  /** @type {Page} */
  const now = { book, pricer, decks, shoe, sheet: before, whole: null, refused: null, counting: false };
  page = now;
  shoe.addEventListener("change", () => later(now));
  redraw();
  await ask(now);
  now.whole = now.sheet;
  redraw();
  void pricer.load(() => redraw());
}

/** Ask once the hand has come to rest. @param {Page} now */
function later(now) {
  clearTimeout(timer);
  now.counting = true;
  redraw();
  timer = setTimeout(() => ask(now).then(() => redraw()), now.pricer.local ? SHORT_REST_MS : REST_MS);
}

/** The figures for the shoe as it is; an answer that comes after a later question is dropped. @param {Page} now */
async function ask(now) {
  const mine = ++questions;
  try {
    const sheet = await now.pricer.sheet(now.shoe, now.decks);
    if (mine === questions) Object.assign(now, { sheet, refused: null });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (mine === questions) now.refused = error;
  }
  if (mine === questions) now.counting = false;
}

/** @param {Page} now */
function head({ book, decks, pricer }) {
  const numbers = Array.from({ length: book.decks.most - book.decks.least + 1 }, (_, at) => book.decks.least + at);
  return h("div", { class: "odds-head" },
    h("h1", {}, t("odds.title")),
    h("label", {}, h("span", {}, t("odds.rulebook")),
      h("select", { name: "rulebook", value: book.id, onchange: ({ currentTarget }) => orTurnAway(async () => choose(await bookNamed(currentTarget.value))) },
        books.map((row) => h("option", { value: row.id }, pick(row.title))))),
    h("label", {}, h("span", {}, t("odds.decks")),
      h("select", { name: "decks", value: decks, onchange: ({ currentTarget }) => deal(book, Number(currentTarget.value), pricer) },
        numbers.map((number) => h("option", { value: number }, number)))),
    readingMark(book.decks.cite),
    h("div", { class: "par" }, h("span", {}, t("odds.par")), ["html", "pdf"].map((form) => parLink(book, decks, form))));
}

/** The sheet of a fresh shoe, to be kept as a file. @param {Api.RulebookView} book @param {number} decks @param {string} form */
function parLink(book, decks, form) {
  const name = form.toUpperCase();
  const path = `/api/odds/${encodeURIComponent(book.name)}/${form}?decks=${decks}`;
  return h("a", { class: "button", key: form, href: path, download: "", "aria-label": t("odds.par.as", { form: name, n: decks }) }, name);
}

/** @param {Page} now */
function bets(now) {
  const { book, sheet, refused } = now;
  const panel = (/** @type {Draw.Child[]} */ ...inside) => h("section", { class: ["panel", now.counting && "counting"], data: { counted: now.pricer.local ? "page" : "server" } }, inside);
  if (refused) return panel(h("p", { class: "refused", role: "alert" }, why(refused)));
  return panel(sheet && betWorths(book, sheet, now.shoe.fresh ? null : now.whole));
}

/** @param {Page} now */
const heat = ({ book, sheet }) => insurancePanel(book.insurance && (sheet ? heatMaps(book.insurance.cells, sheet.insurance) : " "));

/** @param {Page} now */
const notes = ({ book, sheet }) => h("section", { class: "panel notes", hidden: !sheet?.notes.length },
  h("h2", {}, t("odds.notes")),
  h("ul", {}, sheet?.notes.map((note) => h("li", {}, noteOf(note, book)))));

const view = () => page && [
  head(page),
  h("div", { class: "two" }, bets(page), shoePanel(page.shoe), heat(page), notes(page)),
];

/** @param {() => Promise<void>} work */
async function orTurnAway(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    turnAway(root, error);
  }
}

// All are asked for at once; whoever is turned away is told so by the first.
const shelf = get("/api/rulebooks");
const name = nameInAddress();
const first = name ? bookNamed(name) : null;
shelf.catch(() => {});
first?.catch(() => {});
if (await admitted("odds", root)) {
  await orTurnAway(async () => {
    books = (await shelf).rulebooks;
    await choose(await (first ?? bookNamed(books[0].id)));
  });
}
