// Odds: what every bet of a rulebook is worth, insurance as heat maps, and both from a shoe one edits.

import { get } from "../lib/api.js";
import { setParagraphs, wordsOf } from "../lib/cite.js";
import { h } from "../lib/element.js";
import { put } from "../lib/put.js";
import "../lib/header.js";
import { pick, t, whenSpoken } from "../lib/i18n.js";
import { oddsWords } from "../lib/odds-words.js";
import { readingMark, readingNote } from "../lib/readings.js";
import { why } from "../lib/refusal.js";
import { admitted, turnAway } from "../lib/turned-away.js";
import { named } from "../lib/address.js";
import { betName, namesOf } from "../lib/bet-name.js";
import { heatMaps } from "./heat.js";
import { noteOf } from "./notes.js";
import { Shoe, shoePanel } from "./shoe.js";

const root = document.getElementById("page");
const parts = { head: h("div", { class: "odds-head" }), shoe: h("section", { class: "panel shoe" }), bets: h("section", { class: "panel" }), heat: h("section", { class: "panel heat" }), notes: h("section", { class: "panel notes", hidden: true }) };
const page = { books: [], book: null, decks: 8, fresh: null, sheet: null, shoe: null, asked: 0, error: null };

async function start() {
  if (!(await admitted("odds", root))) return;
  page.books = (await get("/api/rulebooks")).rulebooks;
  put(root, parts.head, h("div", { class: "two" }, parts.bets, parts.shoe), parts.heat, parts.notes);
  await choose(named() || page.books[0].id);
  if (page.book) whenSpoken(() => { drawShoe(); draw(); });
}

async function choose(id) {
  try {
    page.book = await get(`/api/rulebooks/${encodeURIComponent(id)}`);
  } catch (error) {
    return turnAway(root, error);
  }
  setParagraphs(wordsOf(page.book));
  history.replaceState(null, "", `/odds/${encodeURIComponent(id)}`);
  await deal(page.book.decks.usual);
}

async function deal(decks) {
  page.decks = decks;
  page.shoe = new Shoe(decks);
  page.shoe.addEventListener("change", () => { drawShoe(); later(); });
  drawShoe();
  await ask();
  page.fresh = page.sheet;
  draw();
}

let timer = 0;
/** Ask once the hand has come to rest. */
function later() {
  clearTimeout(timer);
  parts.bets.classList.add("counting");
  timer = setTimeout(() => ask().then(draw), 180);
}

/** The figures for the shoe as it is; an answer that comes after a later question is dropped. */
async function ask() {
  const mine = ++page.asked;
  const query = page.shoe.fresh ? `decks=${page.decks}` : `composition=${encodeURIComponent(page.shoe.text)}`;
  try {
    const sheet = await get(`/api/odds/${encodeURIComponent(page.book.id)}?${query}`);
    if (mine === page.asked) Object.assign(page, { sheet, error: null });
  } catch (error) {
    if (mine === page.asked) page.error = error;
  }
  if (mine === page.asked) parts.bets.classList.remove("counting");
}

function drawShoe() {
  put(parts.shoe, shoePanel(page.shoe));
  page.shoe.refocus(parts.shoe);
}

function draw() {
  const { book, decks } = page;
  const few = Array.from({ length: book.decks.most - book.decks.least + 1 }, (_, at) => book.decks.least + at);
  put(parts.head,
    h("h1", {}, t("odds.title")),
    h("label", {}, h("span", {}, t("odds.rulebook")), h("select", { name: "rulebook", onchange: (event) => choose(event.target.value) },
      page.books.map((one) => h("option", { value: one.id, selected: one.id === book.id }, pick(one.title))))),
    h("label", {}, h("span", {}, t("odds.decks")), h("select", { name: "decks", onchange: (event) => deal(Number(event.target.value)) },
      few.map((one) => h("option", { value: one, selected: one === decks }, one)))),
    readingMark(book.decks.cite),
    h("div", { class: "par" }, h("span", {}, t("odds.par")), ["html", "pdf"].map((form) => parLink(book, decks, form))));
  drawBets();
  drawHeat();
  parts.notes.hidden = !page.sheet?.notes.length;
  put(parts.notes, h("h2", {}, t("odds.notes")), h("ul", {}, (page.sheet?.notes ?? []).map((note) => h("li", {}, noteOf(note, book)))));
}

/** The sheet of a fresh shoe, to be kept as a file. */
function parLink(book, decks, form) {
  const name = form.toUpperCase();
  const path = `/api/odds/${encodeURIComponent(book.name)}/${form}?decks=${decks}`;
  return h("a", { class: "button", href: path, download: "", "aria-label": t("odds.par.as", { form: name, n: decks }) }, name);
}

const percent = (value, places = 4) => value.toFixed(places);

function change(bet) {
  const before = page.fresh?.bets.find((one) => one.bet === bet.bet);
  if (!before || page.shoe.fresh) return null;
  const by = bet.edge_pct - before.edge_pct;
  return h("span", { class: ["change", by < 0 ? "down" : "up"], title: t("odds.change") }, `${by < 0 ? "▼" : "▲"} ${Math.abs(by).toFixed(3)}`);
}

function drawBets() {
  const names = namesOf(page.book);
  if (page.error) return put(parts.bets, h("p", { class: "refused", role: "alert" }, why(page.error)));
  if (!page.sheet) return;
  const cites = Object.fromEntries(page.book.bets.map((bet) => [bet.id, bet.cite]));
  put(parts.bets,
    h("p", { class: "quiet-text small" }, t("odds.about"), " ", h("b", { class: "cards-left" }, t("odds.cards", { n: page.sheet.cards_left }))),
    h("div", { class: "scroll-x" }, h("table", { class: "figures bets" },
      h("thead", {}, h("tr", {}, h("th", {}, t("odds.bet")), h("th", { class: "num" }, `${t("odds.edge")} %`), h("th", { class: "num wide" }, `${t("odds.return")} %`), h("th", { class: "num" }, `${t("odds.hit")} %`), h("th", { class: "num wide" }, t("odds.sd")), h("th", { class: "wide" }, t("odds.pays")))),
      h("tbody", {}, page.sheet.bets.map((bet) => {
        const good = bet.edge_pct < 0;
        const mark = readingMark(cites[bet.bet]);
        return h("tr", { class: good && "favours", data: { bet: bet.bet } },
          h("th", { scope: "row", title: cites[bet.bet] && !mark ? `§ ${cites[bet.bet]}` : null }, betName(names, bet.bet), mark, good && h("span", { class: "tag patron" }, `★ ${t("odds.favours")}`)),
          h("td", { class: "num edge", title: bet.edge }, percent(bet.edge_pct), change(bet)),
          h("td", { class: "num wide" }, percent(bet.return_pct)), h("td", { class: "num", title: bet.hit }, percent(bet.hit_pct)), h("td", { class: "num wide" }, bet.sd.toFixed(4)),
          h("td", { class: "wide" }, [...new Set(bet.rows.map((row) => row.odds))].filter((odds) => odds !== "push").map(oddsWords).join(t("odds.and"))));
      })))),
    h("p", { class: "small quiet-text" }, readingNote(Object.values(cites))),
    h("details", { class: "exact", open: page.exact, ontoggle: (event) => { page.exact = event.target.open; } }, h("summary", {}, t("odds.exact")),
      h("div", { class: "scroll-x" }, h("table", { class: "figures small" },
        h("thead", {}, h("tr", {}, h("th", {}, t("odds.bet")), h("th", {}, t("odds.edge")), h("th", {}, `${t("odds.pays")}: ${t("odds.chance")}`))),
        h("tbody", {}, page.sheet.bets.map((bet) => h("tr", {}, h("th", { scope: "row" }, betName(names, bet.bet)), h("td", { class: "fraction" }, bet.edge), h("td", { class: "fraction" }, bet.rows.map((row) => h("div", {}, `${oddsWords(row.odds)}: ${row.chance}`))))))))));
}

function drawHeat() {
  const insured = page.book.insurance !== null;
  put(parts.heat, h("h2", {}, t("odds.insurance")), insured && page.sheet ? heatMaps(page.book.insurance.cells, page.sheet.insurance) : h("p", { class: "quiet-text" }, t("odds.insurance.none")));
}

start();
