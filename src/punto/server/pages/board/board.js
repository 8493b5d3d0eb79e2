// The display board: sign, odds, roads and what is insured now, for a screen that the whole room sees. /board/a is one
// table, /board/a+b up to four of them on one wall.

import { nameInAddress } from "../lib/address.js";
import { ApiError, News, get } from "../lib/api.js";
import { setParagraphs, wordsOf } from "../lib/cite.js";
import { drawing } from "../lib/draw.js";
import { h, wear } from "../lib/element.js";
import { language, pick, speak, t } from "../lib/i18n.js";
import { fresh, setLink } from "../lib/link.js";
import { Reveal } from "../lib/reveal.js";
import { fullName, tableName } from "../lib/table-words.js";
import { changeFelt } from "../lib/theme.js";
import { admitted, turnAway } from "../lib/turned-away.js";
import { LEAF_MS, leavesOf, nextLeaf } from "./leaves.js";
import { terms } from "./terms.js";
import { wall } from "./tiles.js";
import { foot, roads, tools, top } from "./wall.js";

/** @typedef {{view: Api.TableView, book: Api.RulebookView, roads: Api.Roads}} Board */
/** @typedef {{at: string, digest: string}} Signed where the logs ended when they were last signed */

const AGAIN_MS = 5000;
const HEADS_MS = 180_000;
const TOUCHED_MS = 4000;
/** A browser keeps six connections to a house; each table on a wall has one. */
const MOST_TABLES = 4;
const root = /** @type {HTMLElement} */ (document.getElementById("page"));

/** @param {Api.Sign} sign */
const bookOf = (sign) => get(`/api/rulebooks/${encodeURIComponent(sign.rulebook)}`);

/** A table as it is put on a wall; null for one that is closed: it has no sign, and so nothing to show yet. @param {string} table @returns {Promise<Board | null>} */
async function boardOf(table) {
  const { view, history } = await get(`/api/tables/${encodeURIComponent(table)}`);
  return view.sign ? { view, book: await bookOf(view.sign), roads: history.roads } : null;
}

async function start() {
  const tables = nameInAddress().split("+").filter(Boolean).slice(0, MOST_TABLES);
  try {
    // They are on their way while it is not yet known who asks.
    const answers = Promise.all(tables.map(boardOf));
    answers.catch(() => {});
    const who = await admitted("board", root);
    if (!who) return;
    if (!tables.length) return await list(who);
    const boards = await answers;
    const openBoards = boards.filter((board) => board !== null);
    if (openBoards.length < boards.length) return void setTimeout(start, AGAIN_MS);
    show(openBoards, who);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Nobody stands at a wall to try again.
    if (error.status === 0 || error.status >= 500) setTimeout(start, AGAIN_MS);
    turnAway(root, error);
  }
}

/** When the house last signed the heads of its logs, and the digest that a patron compares; null where it cannot be reached. */
async function newestHeads() {
  try {
    const line = await get("/api/heads");
    const signatures = await import("../lib/signatures.js").catch(() => null);
    return signatures && { at: line.at, digest: (await signatures.headsDigest(line)).slice(0, 16) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return null;
  }
}

/** Whether <punto-still-here> is defined: it is of no use in the first minutes, and comes after the page. */
let watches = false;

/** @param {() => void} redraw */
async function watch(redraw) {
  try {
    await import("../lib/still-here.js");
  } catch {
    return void setTimeout(() => watch(redraw), AGAIN_MS); // It was lost on the line.
  }
  watches = true;
  redraw();
}

/** On other pages the header has it, and a board has no header; a display's session does not end. @param {Api.MeView} who */
const stillHere = ({ session }) => watches && h("punto-still-here", { props: { session } });

/** Which tables are to be on this wall: one by a press, several by marking them. @param {Api.MeView} who */
async function list(who) {
  const { tables } = await get("/api/tables");
  if (tables.length === 1) return location.replace(`/board/${encodeURIComponent(tables[0].table)}`);
  /** @type {Set<string>} */
  const marked = new Set();
  const mark = (/** @type {string} */ table, /** @type {boolean} */ on) => {
    if (on && marked.size < MOST_TABLES) marked.add(table);
    else marked.delete(table);
    redraw();
  };
  wear(root, { class: "choose" });
  const redraw = drawing(root, () => {
    document.title = `${t("board.choose")} – Punto`;
    const chosen = tables.filter((row) => marked.has(row.table)).map((row) => encodeURIComponent(row.table));
    return [
      h("h1", {}, t("board.choose")),
      h("p", { class: "how" }, t("board.several", { n: MOST_TABLES })),
      h("ul", {}, tables.map((row) => h("li", { key: row.table },
        h("input", { type: "checkbox", name: row.table, "aria-label": t("board.mark", { table: tableName(row) }), disabled: !marked.has(row.table) && marked.size === MOST_TABLES,
          onchange: ({ currentTarget }) => mark(row.table, currentTarget.checked) }),
        h("a", { class: "panel", href: `/board/${encodeURIComponent(row.table)}` }, h("b", {}, tableName(row)), " ", h("span", { class: "quiet-text" }, pick(row.title)))))),
      chosen.length > 1 && h("p", { class: "together" }, h("a", { class: "button primary", href: `/board/${chosen.join("+")}` }, t("board.together", { n: chosen.length }))),
      stillHere(who),
    ];
  });
  void watch(redraw);
}

/** @param {Board[]} boards @param {Api.MeView} who */
function show(boards, who) {
  const single = boards.length === 1 ? boards[0] : null;
  const leaves = new Leaves();
  /** @type {Signed | null} */
  let signed = null;
  const view = () => {
    document.title = `${boards.map((board) => (single ? fullName(board.view, board.book.title) : tableName(board.view))).join(" · ")} – Punto`;
    const content = single ? [top(single.view, single.book), roads(single.roads), terms(single.view, single.book, leaves.visibleParts), foot(single.view, single.book, signed)] : wall(boards);
    return [content, who.role !== "display" && tools(), stillHere(who)];
  };
  wear(root, { class: !single && "several" });
  const redraw = drawing(root, view);
  if (single) {
    setParagraphs(wordsOf(single.book));
    leaves.keep(redraw);
    const askHeads = async () => {
      signed = await newestHeads() ?? signed;
      redraw();
    };
    void askHeads();
    setInterval(askHeads, HEADS_MS);
  }
  for (const board of boards) follow(board, redraw);
  hearKeys();
  void watch(redraw);
}

/** @param {Board} board @param {() => void} redraw */
function follow(board, redraw) {
  const news = new News(board.view.table, board.view.version);
  // A board turns a card when the tables' pages do, and not before: who sits at the table sees both.
  const reveal = new Reveal(board.view, {
    still: () => document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches,
    show: async ({ view, news }) => {
      board.view = view;
      if (news) await hear(board, news);
      redraw();
    },
  });
  news.addEventListener("news", (event) => {
    fresh();
    reveal.hear(/** @type {CustomEvent<Api.NewsView>} */ (event).detail);
  });
  news.addEventListener("link", () => {
    if (news.link === "live" || news.link === "") fresh();
    else setLink(news.link);
    redraw();
  });
}

/** @param {Board} board @param {Api.NewsView} news */
async function hear(board, { view, roads: newRoads }) {
  if (newRoads) board.roads = newRoads;
  // A table may be opened again with other rules, and nobody loads this page anew.
  if (!view.sign || view.sign.rulebook === board.book.name) return;
  board.book = await bookOf(view.sign).catch(() => board.book);
  setParagraphs(wordsOf(board.book));
}

/** What stands beside the roads is never made smaller; where it has no room it is shown part after part. A wall cannot be scrolled. */
class Leaves {
  /** @type {number[][]} */
  #leaves = [];
  #leaf = 0;

  /** The parts that are shown now; null for all. */
  get visibleParts() {
    return this.#leaves.length > 1 ? this.#leaves[this.#leaf % this.#leaves.length] : null;
  }

  /** Measure now and whenever something has another size, and turn the leaves. @param {() => void} redraw */
  keep(redraw) {
    const measure = () => {
      const side = root.querySelector(".leaf");
      if (!side) return;
      const narrow = getComputedStyle(root).display !== "grid";
      const heights = [...side.children].map((part) => part.scrollHeight);
      const leaves = narrow ? [] : leavesOf(heights, side.clientHeight, parseFloat(getComputedStyle(side).rowGap) || 0);
      if (leaves.join(";") === this.#leaves.join(";")) return;
      this.#leaves = leaves;
      redraw();
    };
    const sizes = new ResizeObserver(measure);
    for (const part of [root, ...root.querySelectorAll(".leaf, .part > *")]) sizes.observe(part);
    measure();
    setInterval(() => {
      if (this.#leaves.length < 2 || document.hidden) return;
      this.#leaf = nextLeaf(this.#leaf, this.#leaves.length);
      redraw();
    }, LEAF_MS);
  }
}

/** A wall has no buttons: L is the other language, F the other felt. What can be pressed shows itself while a pointer moves. */
function hearKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.toLowerCase() === "l") speak(language() === "en" ? "zh" : "en");
    if (event.key.toLowerCase() === "f") changeFelt();
  });
  let rest = 0;
  document.addEventListener("pointermove", () => {
    document.body.dataset.touched = "";
    clearTimeout(rest);
    rest = setTimeout(() => delete document.body.dataset.touched, TOUCHED_MS);
  });
}

start();
