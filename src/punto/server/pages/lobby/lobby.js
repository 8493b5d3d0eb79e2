// The lobby: every table with its document, limits, free boxes and big road, kept fresh.

import { ApiError, clock, me, poll, signIn } from "../lib/api.js";
import "../lib/countdown.js";
import { drawing } from "../lib/draw.js";
import { h } from "../lib/element.js";
import "../lib/header.js";
import { language, pick, t } from "../lib/i18n.js";
import { money } from "../lib/money.js";
import "../lib/roads.js";
import { stakes, tableName } from "../lib/table-words.js";
import { timeGiven } from "../lib/time-left.js";
import { SORTS, WANTS, arranged, gameOf, remembered, turned } from "./choice.js";

const FRESH_MS = 2500;

const STORAGE_KEY = "punto.lobby";
const TOUR = "punto.tour";

/** @type {{who: Api.MeView | null, tables: Api.LobbyRow[] | null, choice: import("./choice.js").Choice, tour: boolean}} */
const page = { who: null, tables: null, choice: remembered(localStorage.getItem(STORAGE_KEY)), tour: localStorage.getItem(TOUR) === null };

/** Whether my role has this view. @param {string} view */
const sees = (view) => Boolean(page.who?.views.includes(view));

/** @param {Api.LobbyRow} row @param {Api.Sign} sign */
function boxes(row, sign) {
  const free = new Set(row.free_boxes);
  const numbers = Array.from({ length: sign.boxes }, (_, place) => place + 1);
  return h("span", { class: "boxes-dots" }, numbers.map((n) => h("i", {
    class: free.has(n) ? "free" : "taken", role: "img", "aria-label": t(free.has(n) ? "lobby.box.free" : "lobby.box.taken", { n }),
  }, n)));
}

/** @param {string} name @param {Draw.Child} value */
const fact = (name, value) => h("div", { class: "fact" }, h("dt", {}, name), h("dd", {}, value));

/** @param {Api.LobbyRow} row @param {Api.Sign} sign */
const facts = (row, sign) => h("dl", { class: "table-facts" },
  fact(t("lobby.limits"), stakes(sign)),
  sign.differential_max && fact(t("lobby.differential"), money(sign.differential_max)),
  fact(t("lobby.boxes"), boxes(row, sign)),
  row.shoe && fact(t("lobby.shoe"), t("lobby.of", { left: row.shoe.cards_left, all: row.shoe.decks * 52 })));

/** What a table does now, or what it gives time for. @param {Api.LobbyRow} row */
function phase(row) {
  const what = timeGiven(row)?.what;
  if (what === "insurance") return t("lobby.insurance");
  return what === "choice" ? t("lobby.choice") : t(`lobby.phase.${row.phase}`);
}

/** @param {Api.LobbyRow} row @param {string} path */
const top = (row, path) => h("div", { class: "table-top" },
  h("h2", {}, sees("table") ? h("a", { href: `/table/${path}` }, tableName(row)) : tableName(row)),
  h("punto-countdown", { props: { until: timeGiven(row)?.at ?? null } }),
  h("p", { class: "game" }, pick(row.title), " ",
    h("span", { class: "other", lang: language() === "en" ? "zh-Hant" : "en" }, row.title?.[language() === "en" ? "zh" : "en"])),
  h("p", { class: "table-phase" }, phase(row)));

/** @param {Api.LobbyRow} row */
function card(row) {
  const path = encodeURIComponent(row.table);
  const play = page.who?.role === "patron" ? t("lobby.play") : t("lobby.watch");
  return h("article", { class: "panel table-card", key: row.table, data: { table: row.table } },
    top(row, path),
    h("div", { class: "table-road" }, h("punto-roads", { show: "big_road counts", columns: 24, props: { data: row.roads } })),
    flags(row.roads.good_roads, row.table),
    row.sign && facts(row, row.sign),
    h("div", { class: "table-links" },
      sees("table") && h("a", { class: "button primary", href: `/table/${path}` }, play),
      sees("board") && h("a", { class: "button", href: `/board/${path}` }, t("lobby.board"))));
}

/** @type {Record<Api.GoodRoad["name"], string>} */
const SIDES = { banker_streak: "banker", player_streak: "player", ping_pong: "both", doubles: "both" };

/** Good roads, each with what it is, and that it says nothing about the next round. @param {readonly Api.GoodRoad[]} roads @param {string} table */
const flags = (roads, table) => h("ul", { class: "flags", "aria-label": t("lobby.want.road") }, roads.map((road) => {
  const id = `road-${table}-${road.name}`;
  return h("li", { key: road.name },
    h("button", { type: "button", class: ["flag", SIDES[road.name]], data: { road: road.name }, "aria-describedby": id }, t(`road.${road.name}`, { n: road.length })),
    h("span", { class: "flag-tip", role: "tooltip", id }, t(`road.${road.name}.what`, { n: road.length }), " ", h("b", {}, t("road.says.nothing"))));
}));

/** Take another choice, and keep it for the next visit. @param {Partial<import("./choice.js").Choice>} change */
function choose(change) {
  page.choice = { ...page.choice, ...change };
  localStorage.setItem(STORAGE_KEY, JSON.stringify(page.choice));
  redraw();
}

/** What is shown, and in which order. @param {Api.LobbyRow[]} rows */
function chooser(rows) {
  const games = new Map(rows.filter((row) => row.title).map((row) => [gameOf(row), pick(row.title)]));
  const option = (/** @type {string} */ value, /** @type {string} */ text) => h("option", { value }, text);
  return h("div", { class: "chooser", role: "group", "aria-label": t("lobby.choose"), key: "chooser" },
    h("label", {}, h("span", {}, t("lobby.sort")),
      h("select", { name: "sort", value: page.choice.sort, onchange: ({ currentTarget }) => choose({ sort: SORTS.find((sort) => sort === currentTarget.value) ?? "house" }) },
        SORTS.map((sort) => option(sort, t(`lobby.sort.${sort}`))))),
    h("label", {}, h("span", {}, t("lobby.game")),
      h("select", { name: "game", value: page.choice.game, onchange: ({ currentTarget }) => choose({ game: currentTarget.value }) },
        option("", t("lobby.game.all")), [...games].map(([id, title]) => option(id, title)))),
    h("div", { class: "wants" }, WANTS.map((want) => h("button", {
      type: "button", key: want, "aria-pressed": String(page.choice.wants.includes(want)), data: { want }, onclick: () => choose(turned(page.choice, want)),
    }, t(`lobby.want.${want}`)))));
}

/** The first visit of a patron: two minutes at the practice table, or not. */
function welcome() {
  const leave = () => {
    page.tour = false;
    localStorage.setItem(TOUR, "seen");
    redraw();
  };
  if (!page.tour || page.who?.role !== "patron") return null;
  return h("section", { class: "panel welcome", key: "welcome" },
    h("div", {}, h("h2", {}, t("lobby.tour.title")), h("p", {}, t("lobby.tour.what"))),
    h("div", { class: "welcome-ends" },
      h("a", { class: "button primary", href: "/tour" }, t("lobby.tour.go")),
      h("button", { type: "button", class: "quiet", onclick: leave }, t("lobby.tour.not"))));
}

function view() {
  const rows = page.tables ?? [];
  const chosenRows = arranged(rows, page.choice);
  return [
    welcome(),
    rows.length > 1 && chooser(rows),
    h("div", { class: "tables", key: "tables" }, chosenRows.map(card)),
    rows.length > 0 && !chosenRows.length && h("p", { class: "quiet-text none-fits", key: "none", role: "status" }, t("lobby.none"), " ",
      h("button", { type: "button", onclick: () => choose({ game: "", wants: [] }) }, t("lobby.all"))),
  ];
}

async function refresh(answer = poll("/api/tables")) {
  try {
    const { tables } = await answer;
    for (const row of tables) clock.hear(row.now);
    page.tables = tables;
    redraw();
    (await link).fresh();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) return signIn(error.code);
    (await link).setLink(navigator.onLine ? "waiting" : "offline");
    // Only a refusal needs this module: the house has just answered, so it can be fetched.
    if (error.status !== 0) (await import("../lib/toast.js")).sayRefused(error);
  }
  setTimeout(refreshWhenSeen, FRESH_MS);
}

function refreshWhenSeen() {
  if (!document.hidden) return void refresh();
  document.addEventListener("visibilitychange", refreshWhenSeen, { once: true });
}

// How old the tables are is nothing to wait for before the first are there: on a line with delay each file counts.
const link = import("../lib/link.js");
void link.then(({ sayLinkIn }) => sayLinkIn(/** @type {HTMLElement} */ (document.getElementById("age"))));
// Both are asked for at once; what a card says depends on who reads it.
const first = poll("/api/tables");
// Without a session me() goes to the sign-in page, and this refusal needs no handling.
first.catch(() => {});
page.who = await me();
const redraw = drawing(/** @type {HTMLElement} */ (document.getElementById("tables")), view);
refresh(first);
