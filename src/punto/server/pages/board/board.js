// The display board: sign, odds, roads and what is insured now, for a screen that the whole room sees.

import { News, get } from "../lib/api.js";
import "../lib/cards.js";
import { setParagraphs, wordsOf } from "../lib/cite.js";
import "../lib/countdown.js";
import { deadline } from "../lib/time-left.js";
import { h } from "../lib/element.js";
import { put } from "../lib/put.js";
import { language, pick, speak, t, whenSpoken } from "../lib/i18n.js";
import { range, stakes } from "../lib/limits.js";
import { fresh, sayLinkIn, setLink } from "../lib/link.js";
import { money } from "../lib/money.js";
import { oddsWords } from "../lib/odds-words.js";
import { grids, payTable } from "../lib/paytables.js";
import { readingMark, readingNote } from "../lib/readings.js";
import { draw } from "../lib/draw.js";
import "../lib/roads.js";
import { fullName, tableName } from "../lib/tablename.js";
import { changeFelt } from "../lib/theme.js";
import { admitted, turnAway } from "../lib/turned-away.js";
import { named } from "../lib/address.js";
import { leaning } from "../lib/leaning.js";
import { payLines } from "../lib/pay-words.js";

const AGAIN_MS = 5000;
const root = document.getElementById("page");
const page = { view: null, book: null, roads: null };
const parts = {};

async function start() {
  const table = named();
  let told;
  try {
    if (!(await admitted("board", root))) return;
    if (!table) return await list();
    told = await get(`/api/tables/${encodeURIComponent(table)}`);
    page.book = await bookOf(told.view);
  } catch (error) {
    // Nobody stands at a wall to try again.
    if (error.status === 0 || error.status >= 500) setTimeout(start, AGAIN_MS);
    return turnAway(root, error);
  }
  page.view = told.view;
  page.roads = told.history.roads;
  build();
  const news = new News(table, page.view.version);
  news.addEventListener("news", async ({ detail }) => {
    fresh();
    page.view = detail.view;
    if (detail.roads) page.roads = detail.roads;
    // A table may be opened again with other rules, and nobody loads this page anew.
    if (detail.view.sign && detail.view.sign.rulebook !== page.book.name) page.book = await bookOf(detail.view).catch(() => page.book);
    drawPage();
  });
  news.addEventListener("link", ({ detail }) => (detail === "live" ? fresh() : setLink(detail)));
  whenSpoken(drawPage);
  new ResizeObserver(fit).observe(parts.terms);
  drawPage();
}

const bookOf = (view) => get(`/api/rulebooks/${encodeURIComponent(view.sign.rulebook)}`);

async function list() {
  const { tables } = await get("/api/tables");
  if (tables.length === 1) return location.replace(`/board/${encodeURIComponent(tables[0].table)}`);
  root.className = "choose";
  put(root, h("h1", {}, t("board.choose")), tables.map((table) => h("a", { class: "panel", href: `/board/${encodeURIComponent(table.table)}` }, h("b", {}, tableName(table)), " ", h("span", { class: "quiet-text" }, pick(table.title)))));
}

const road = (show, more) => h("punto-roads", { show, ...more });

function build() {
  Object.assign(parts, {
    link: h("span", { class: "age", role: "status" }), time: h("punto-countdown"), title: h("div", { class: "title" }), state: h("div", { class: "state" }), hands: h("div", { class: "hands" }),
    roads: ["bead_plate", "big_road", "big_eye_boy", "small_road", "cockroach_pig", "next"].map((name) => road(name, {
      bead_plate: { beads: 9 }, big_road: { columns: 18 }, big_eye_boy: { columns: 45 }, small_road: { columns: 22 }, cockroach_pig: { columns: 22 } }[name])),
    counts: h("dl", { class: "tally" }), sign: h("section", { class: "sign-panel ages" }), odds: h("section", { class: "odds ages" }), insurance: h("section", { class: "insurance ages" }), foot: h("footer", {}),
  });
  parts.terms = h("div", { class: "terms-side" }, parts.sign, parts.odds, parts.insurance);
  const [bead, big, eye, small, pig, next] = parts.roads;
  put(root,
    h("header", { class: "top" }, parts.title, parts.hands, h("div", { class: "clock" }, parts.state, parts.time)),
    h("section", { class: "roads ages", "aria-label": t("table.roads"), data: { tLabel: "table.roads" } },
      [["bead_plate", bead], ["big_road", big], ["big_eye_boy", eye], ["small_road", small], ["cockroach_pig", pig]].map(([name, one]) =>
        h("figure", { class: name }, h("figcaption", { data: { t: name } }, t(name)), one)),
      h("div", { class: "under-roads" }, parts.counts, next)),
    parts.terms, parts.foot);
  sayLinkIn(parts.link);
}

const both = (name) => (language() === "zh" ? [name.zh, name.en] : [name.en, name.zh]);

function drawPage() {
  const { view, book } = page;
  const [first, second] = both(book.title);
  document.title = `${fullName(view, book.title)} – Punto`;
  setParagraphs(wordsOf(book));
  put(parts.title, h("h1", {}, tableName(view)), h("p", {}, h("span", { class: "game" }, first), " ", h("span", { class: "other", lang: language() === "zh" ? "en" : "zh-Hant" }, second)));
  drawHands(view);
  put(parts.state,
    h("b", { class: view.phase }, t(`phase.${view.phase}`)),
    h("span", {}, [view.coup && t("board.round", { n: view.coup.number }), view.shoe && t("board.shoe", { n: view.shoe.number }), view.shoe && t("board.left", { n: view.shoe.cards_left })].filter(Boolean).join(" · ")),
    view.shoe?.last_coup && h("span", { class: "warn" }, t("board.cut")),
    view.disabled?.some((one) => one.what !== "bet") && h("span", { class: "warn" }, t("board.off")), parts.link);
  parts.time.until = deadline(view)?.at ?? null;
  for (const one of parts.roads) one.data = page.roads;
  for (const one of root.querySelectorAll("figcaption")) one.textContent = t(one.dataset.t);
  drawCounts();
  drawSign(view, book);
  drawOdds(book, view);
  drawInsurance(view, book);
  drawFoot(book);
  fit();
}

/** What stands beside the roads becomes as small as it must to stand there whole; a wall cannot be scrolled. */
function fit() {
  const { terms } = parts;
  terms.style.removeProperty("font-size");
  if (getComputedStyle(root).display !== "grid") return;
  for (let size = 96; size >= 56 && terms.scrollHeight > terms.clientHeight; size -= 4) terms.style.setProperty("font-size", `${size}%`);
}

function drawHands(view) {
  const coup = view.coup;
  const winner = coup?.settlement?.winner;
  const hand = (side) => h("div", { class: ["hand", side, winner === side && "won"] },
    h("span", { class: "side" }, t(side)), h("span", { class: "cards" }, coup?.[side].map((face) => h("punto-card", { face }))),
    h("b", { class: "points" }, coup?.[`${side}_points`] ?? "–"));
  put(parts.hands, hand("player"), hand("banker"), winner === "tie" && h("b", { class: "tie-won" }, t("tie")));
}

function drawCounts() {
  const { counts } = page.roads;
  const one = (key, text) => [h("dt", { class: key }, text), h("dd", { data: { count: key } }, counts[key])];
  put(parts.counts, one("banker", t("banker")), one("player", t("player")), one("tie", t("tie")), one("banker_pair", t("board.pairs", { side: t("banker") })), one("player_pair", t("board.pairs", { side: t("player") })), one("coups", t("board.rounds")));
}

function drawSign(view, book) {
  const sign = view.sign;
  if (!sign) return put(parts.sign);
  const commission = sign.commission ?? book.commission?.rate;
  draw(parts.sign,
    h("p", { class: "stakes" }, h("span", {}, t("board.stake")), h("b", { data: { sign: "stake" } }, stakes(sign))),
    h("p", { class: "stakes" }, h("span", {}, t("board.differential")), h("b", { data: { sign: "differential" } }, sign.differential_max === null ? t("board.nodifferential") : money(sign.differential_max))),
    h("p", { class: "own-limits" }, Object.entries(sign.bet_limits).map(([id, [least, most]]) => h("span", { data: { key: id } }, `${nameOf(book, id)} ${range(least, most)}`))),
    h("ul", { class: "terms" }, h("li", {}, t("board.decks", { n: sign.decks }), readingMark(book.decks.cite)), h("li", {}, t(`rounding.${sign.rounding}`)), h("li", {}, t(`board.${sign.limits}`)), commission && h("li", {}, t("board.commission", { c: commission }))));
}

const nameOf = (book, id) => both(book.bets.find((bet) => bet.id === id)?.name ?? { en: id, zh: id })[0];

/** Whether the house takes its commission out of what this line pays. */
const starred = (bet, line) => bet.pays.some((row) => row.commission && oddsWords(row.odds) === line.odds);

function drawOdds(book, view) {
  const off = (id) => view.disabled?.some((one) => one.what === "bet" && one.id === id);
  const less = book.bets.some((bet) => bet.pays.some((row) => row.commission));
  const read = readingNote(book.bets.map((bet) => bet.cite));
  parts.odds.dataset.many = String(book.bets.length > 12);
  draw(parts.odds, h("h2", {}, t("board.pays")),
    h("ul", {}, book.bets.map((bet) => {
      const [first, second] = both(bet.name);
      return h("li", { class: [leaning(bet), off(bet.id) && "off"], data: { key: bet.id, bet: bet.id } },
        h("span", { class: "name" }, first, readingMark(bet.cite), h("small", { lang: language() === "zh" ? "en" : "zh-Hant" }, second)),
        h("span", { class: "rows" }, payLines(bet).map((line) => h("span", { class: "row" }, line.when && h("i", {}, line.when), h("b", {}, line.odds), starred(bet, line) && " *"))));
    })),
    (less || read) && h("p", { class: "small marks" }, less && h("span", {}, t("board.less")), read));
}

function drawInsurance(view, book) {
  const tables = grids(book.insurance?.cells ?? []);
  parts.insurance.hidden = !tables.length;
  if (!tables.length) return;
  if (view.sign && !view.sign.insurance) return draw(parts.insurance, h("p", { class: "withheld" }, t("board.withheld")));
  const offers = view.coup?.offers ?? [];
  draw(parts.insurance,
    h("div", { class: ["current", offers.length > 0 && "open"] }, h("h2", {}, t("board.now")),
      offers.length ? offers.map((offer) => h("p", { class: offer.insures }, h("span", {}, t(`insurance.${offer.insures}`)), h("b", { data: { offer: offer.odds } }, oddsWords(offer.odds)), h("small", {}, `${t("player")} ${offer.player} : ${offer.banker} ${t("banker")}`)))
        : h("p", { class: "quiet" }, "–")),
    h("div", { class: "grids" }, h("h2", {}, t("board.to1")), tables.map((grid) => payTable(grid, offers))));
}

function drawFoot(book) {
  const cite = book.irregularities.find((clause) => clause.what === "wrong_display")?.cite ?? book.procedure.display ?? "";
  draw(parts.foot, h("p", { class: "prevails" }, t("board.prevails"), cite && h("span", { class: "tag", lang: "en", title: wordsOf(book)[cite] ?? "" }, `§ ${cite}`)),
    h("p", { class: "tools" }, t("chips.are.play"), h("span", { class: "tag" }, `${book.id}@${book.edition}`),
      h("button", { type: "button", class: "quiet", lang: language() === "en" ? "zh-Hant" : "en", onclick: () => speak(language() === "en" ? "zh" : "en") }, t("header.language")),
      h("button", { type: "button", class: "quiet", onclick: changeFelt, "aria-label": t("board.felt") }, "◐"), h("a", { href: "/" }, t("board.lobby"))));
}

start();
