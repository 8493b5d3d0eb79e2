// Odds: what every bet of a rulebook is worth, insurance as heat maps, and both from a shoe one edits.

import { named } from "../lib/address.js";
import { ApiError, get } from "../lib/api.js";
import { betName, namesOf } from "../lib/bet-name.js";
import { setParagraphs, wordsOf } from "../lib/cite.js";
import { drawing } from "../lib/draw.js";
import { h } from "../lib/element.js";
import "../lib/header.js";
import { pick, t } from "../lib/i18n.js";
import { oddsWords } from "../lib/odds-words.js";
import { readingMark, readingNote } from "../lib/readings.js";
import { why } from "../lib/refusal.js";
import { admitted, turnAway } from "../lib/turned-away.js";
import { Shoe } from "./composition.js";
import { heatMaps } from "./heat.js";
import { noteOf } from "./notes.js";
import { shoePanel } from "./shoe.js";

const REST_MS = 180;

/**
 * @typedef {object} Page
 * @property {Api.RulebookView} book
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
async function choose(id) {
  const book = await get(`/api/rulebooks/${encodeURIComponent(id)}`);
  setParagraphs(wordsOf(book));
  history.replaceState(null, "", `/odds/${encodeURIComponent(id)}`);
  await deal(book, book.decks.usual);
}

/** @param {Api.RulebookView} book @param {number} decks */
async function deal(book, decks) {
  const shoe = new Shoe(decks);
  const before = page?.book === book ? page.sheet : null;
  /** @type {Page} */
  const now = { book, decks, shoe, sheet: before, whole: null, refused: null, counting: false };
  page = now;
  shoe.addEventListener("change", () => later(now));
  redraw();
  await ask(now);
  now.whole = now.sheet;
  redraw();
}

/** Ask once the hand has come to rest. @param {Page} now */
function later(now) {
  clearTimeout(timer);
  now.counting = true;
  redraw();
  timer = setTimeout(() => ask(now).then(() => redraw()), REST_MS);
}

/** The figures for the shoe as it is; an answer that comes after a later question is dropped. @param {Page} now */
async function ask(now) {
  const mine = ++questions;
  const query = now.shoe.fresh ? `decks=${now.decks}` : `composition=${encodeURIComponent(now.shoe.text)}`;
  try {
    const sheet = await get(`/api/odds/${encodeURIComponent(now.book.id)}?${query}`);
    if (mine === questions) Object.assign(now, { sheet, refused: null });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (mine === questions) now.refused = error;
  }
  if (mine === questions) now.counting = false;
}

/** @param {Page} now */
function head({ book, decks }) {
  const numbers = Array.from({ length: book.decks.most - book.decks.least + 1 }, (_, at) => book.decks.least + at);
  return h("div", { class: "odds-head" },
    h("h1", {}, t("odds.title")),
    h("label", {}, h("span", {}, t("odds.rulebook")),
      h("select", { name: "rulebook", value: book.id, onchange: ({ currentTarget }) => orTurnAway(() => choose(currentTarget.value)) },
        books.map((one) => h("option", { value: one.id }, pick(one.title))))),
    h("label", {}, h("span", {}, t("odds.decks")),
      h("select", { name: "decks", value: decks, onchange: ({ currentTarget }) => deal(book, Number(currentTarget.value)) },
        numbers.map((one) => h("option", { value: one }, one)))),
    readingMark(book.decks.cite),
    h("div", { class: "par" }, h("span", {}, t("odds.par")), ["html", "pdf"].map((form) => parLink(book, decks, form))));
}

/** The sheet of a fresh shoe, to be kept as a file. @param {Api.RulebookView} book @param {number} decks @param {string} form */
function parLink(book, decks, form) {
  const name = form.toUpperCase();
  const path = `/api/odds/${encodeURIComponent(book.name)}/${form}?decks=${decks}`;
  return h("a", { class: "button", key: form, href: path, download: "", "aria-label": t("odds.par.as", { form: name, n: decks }) }, name);
}

/** @param {number} value */
const percent = (value) => value.toFixed(4);

/** By how much the edge differs from that of a whole shoe. @param {Page} now @param {Api.BetWorth} bet */
function change(now, bet) {
  const before = now.whole?.bets.find((one) => one.bet === bet.bet);
  if (!before || now.shoe.fresh) return null;
  const by = bet.edge_pct - before.edge_pct;
  return h("span", { class: ["change", by < 0 ? "down" : "up"], title: t("odds.change") }, `${by < 0 ? "▼" : "▲"} ${Math.abs(by).toFixed(3)}`);
}

/** @param {Page} now @param {Api.BetWorth} bet @param {string | undefined} cite @param {string} name */
function betRow(now, bet, cite, name) {
  const good = bet.edge_pct < 0;
  const mark = readingMark(cite);
  const pays = [...new Set(bet.rows.map((row) => row.odds))].filter((odds) => odds !== "push");
  return h("tr", { class: good && "favours", key: bet.bet, data: { bet: bet.bet } },
    h("th", { scope: "row", title: cite && !mark ? `§ ${cite}` : null }, name, mark, good && h("span", { class: "tag patron" }, `★ ${t("odds.favours")}`)),
    h("td", { class: "num edge", title: bet.edge }, percent(bet.edge_pct), change(now, bet)),
    h("td", { class: "num wide" }, percent(bet.return_pct)),
    h("td", { class: "num", title: bet.hit }, percent(bet.hit_pct)),
    h("td", { class: "num wide" }, bet.sd.toFixed(4)),
    h("td", { class: "wide" }, pays.map(oddsWords).join(t("odds.and"))));
}

/** @param {Api.SheetFigures} sheet @param {(id: string) => string} nameOf */
const exact = (sheet, nameOf) => h("details", { class: "exact" }, h("summary", {}, t("odds.exact")),
  h("div", { class: "scroll-x" }, h("table", { class: "figures small" },
    h("thead", {}, h("tr", {}, h("th", {}, t("odds.bet")), h("th", {}, t("odds.edge")), h("th", {}, `${t("odds.pays")}: ${t("odds.chance")}`))),
    h("tbody", {}, sheet.bets.map((bet) => h("tr", { key: bet.bet },
      h("th", { scope: "row" }, nameOf(bet.bet)),
      h("td", { class: "fraction" }, bet.edge),
      h("td", { class: "fraction" }, bet.rows.map((row) => h("div", {}, `${oddsWords(row.odds)}: ${row.chance}`)))))))));

/** @param {Page} now */
function bets(now) {
  const { book, sheet, refused } = now;
  const panel = (/** @type {Draw.Child[]} */ ...inside) => h("section", { class: ["panel", now.counting && "counting"] }, inside);
  if (refused) return panel(h("p", { class: "refused", role: "alert" }, why(refused)));
  if (!sheet) return panel();
  const names = namesOf(book);
  const cites = new Map(book.bets.map((bet) => [bet.id, bet.cite]));
  return panel(
    h("p", { class: "quiet-text small" }, t("odds.about"), " ", h("b", { class: "cards-left" }, t("odds.cards", { n: sheet.cards_left }))),
    h("div", { class: "scroll-x" }, h("table", { class: "figures bets" },
      h("thead", {}, h("tr", {},
        h("th", {}, t("odds.bet")),
        h("th", { class: "num" }, `${t("odds.edge")} %`),
        h("th", { class: "num wide" }, `${t("odds.return")} %`),
        h("th", { class: "num" }, `${t("odds.hit")} %`),
        h("th", { class: "num wide" }, t("odds.sd")),
        h("th", { class: "wide" }, t("odds.pays")))),
      h("tbody", {}, sheet.bets.map((bet) => betRow(now, bet, cites.get(bet.bet), betName(names, bet.bet)))))),
    h("p", { class: "small quiet-text" }, readingNote([...cites.values()])),
    exact(sheet, (id) => betName(names, id)));
}

/** @param {Page} now */
const heat = ({ book, sheet }) => h("section", { class: "panel heat" },
  h("h2", {}, t("odds.insurance")),
  book.insurance ? sheet && heatMaps(book.insurance.cells, sheet.insurance) : h("p", { class: "quiet-text" }, t("odds.insurance.none")));

/** @param {Page} now */
const notes = ({ book, sheet }) => h("section", { class: "panel notes", hidden: !sheet?.notes.length },
  h("h2", {}, t("odds.notes")),
  h("ul", {}, sheet?.notes.map((note) => h("li", {}, noteOf(note, book)))));

const view = () => page && [
  head(page),
  h("div", { class: "two" }, bets(page), shoePanel(page.shoe)),
  heat(page),
  notes(page),
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

if (await admitted("odds", root)) {
  await orTurnAway(async () => {
    books = (await get("/api/rulebooks")).rulebooks;
    await choose(named() || books[0].id);
  });
}
