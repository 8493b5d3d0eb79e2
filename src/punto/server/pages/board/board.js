// The display board: sign, odds, roads and what is insured now, for a screen that the whole room sees.

import { named } from "../lib/address.js";
import { ApiError, News, get } from "../lib/api.js";
import { setParagraphs, wordsOf } from "../lib/cite.js";
import { draw, drawing } from "../lib/draw.js";
import { h } from "../lib/element.js";
import { pick, t, whenSpoken } from "../lib/i18n.js";
import { fresh, setLink } from "../lib/link.js";
import { fullName, tableName } from "../lib/tablename.js";
import "../lib/still-here.js";
import { admitted, turnAway } from "../lib/turned-away.js";
import { terms } from "./terms.js";
import { foot, roads, top } from "./wall.js";

/** @typedef {{view: Api.TableView, book: Api.RulebookView, roads: Api.Roads}} Board */

const AGAIN_MS = 5000;
const root = /** @type {HTMLElement} */ (document.getElementById("page"));

/** @param {Api.Sign} sign */
const bookOf = (sign) => get(`/api/rulebooks/${encodeURIComponent(sign.rulebook)}`);

async function start() {
  const table = named();
  try {
    const who = await admitted("board", root);
    if (!who) return;
    if (!table) return await list(who);
    const { view, history } = await get(`/api/tables/${encodeURIComponent(table)}`);
    // A table that is closed has no sign, and so nothing to put on a wall yet.
    if (!view.sign) return void setTimeout(start, AGAIN_MS);
    show({ view, book: await bookOf(view.sign), roads: history.roads }, who);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Nobody stands at a wall to try again.
    if (error.status === 0 || error.status >= 500) setTimeout(start, AGAIN_MS);
    turnAway(root, error);
  }
}

/** A board has no header, which has it on other pages; a display's session does not end, and nothing is asked there. @param {Api.MeView} who */
const stillHere = ({ session }) => h("punto-still-here", { props: { session } });

/** @param {Api.MeView} who */
async function list(who) {
  const { tables } = await get("/api/tables");
  if (tables.length === 1) return location.replace(`/board/${encodeURIComponent(tables[0].table)}`);
  root.className = "choose";
  draw(root,
    h("h1", {}, t("board.choose")),
    tables.map((row) => h("a", { class: "panel", href: `/board/${encodeURIComponent(row.table)}` },
      h("b", {}, tableName(row)), " ", h("span", { class: "quiet-text" }, pick(row.title)))),
    stillHere(who));
}

/** @param {Board} board @param {Api.MeView} who */
function show(board, who) {
  const redraw = drawing(root, () => [top(board.view, board.book), roads(board.roads), terms(board.view, board.book), foot(board.book), stillHere(who)]);
  const changed = () => {
    redraw();
    queueMicrotask(() => finish(board));
  };
  setParagraphs(wordsOf(board.book));
  finish(board);
  whenSpoken(() => queueMicrotask(() => finish(board)));
  new ResizeObserver(fit).observe(/** @type {Element} */ (root.querySelector(".terms-side")));

  const news = new News(board.view.table, board.view.version);
  news.addEventListener("news", async (event) => {
    await hear(board, /** @type {CustomEvent<Api.NewsView>} */ (event).detail);
    changed();
  });
  news.addEventListener("link", () => {
    if (news.link === "live" || news.link === "") fresh();
    else setLink(news.link);
    changed();
  });
}

/** @param {Board} board @param {Api.NewsView} news */
async function hear(board, { view, roads }) {
  fresh();
  board.view = view;
  if (roads) board.roads = roads;
  // A table may be opened again with other rules, and nobody loads this page anew.
  if (!view.sign || view.sign.rulebook === board.book.name) return;
  board.book = await bookOf(view.sign).catch(() => board.book);
  setParagraphs(wordsOf(board.book));
}

/** What a drawing does not do itself. @param {Board} board */
function finish({ view, book }) {
  document.title = `${fullName(view, book.title)} – Punto`;
  fit();
}

/** What stands beside the roads becomes as small as it must to stand there whole; a wall cannot be scrolled. */
function fit() {
  const side = /** @type {HTMLElement} */ (root.querySelector(".terms-side"));
  side.style.removeProperty("font-size");
  if (getComputedStyle(root).display !== "grid") return;
  for (let size = 96; size >= 56 && side.scrollHeight > side.clientHeight; size -= 4) side.style.setProperty("font-size", `${size}%`);
}

start();
