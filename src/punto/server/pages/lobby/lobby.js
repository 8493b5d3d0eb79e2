// The lobby: every table with its document, limits, free boxes and big road, kept fresh.

import { ApiError, clock, get, me, signIn } from "../lib/api.js";
import "../lib/countdown.js";
import { drawing } from "../lib/draw.js";
import { h } from "../lib/element.js";
import "../lib/header.js";
import { language, pick, t, translate } from "../lib/i18n.js";
import { stakes } from "../lib/limits.js";
import { fresh, sayLinkIn, setLink } from "../lib/link.js";
import { money } from "../lib/money.js";
import "../lib/roads.js";
import { tableName } from "../lib/tablename.js";
import { timeGiven } from "../lib/time-left.js";
import { sayRefused } from "../lib/toast.js";

const FRESH_MS = 2500;

/** @type {{who: Api.MeView | null, tables: Api.LobbyRow[]}} */
const page = { who: null, tables: [] };

/** Whether my role may look at this; what it may not is not offered. @param {string} view */
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
    row.sign && facts(row, row.sign),
    h("div", { class: "table-links" },
      sees("table") && h("a", { class: "button primary", href: `/table/${path}` }, play),
      sees("board") && h("a", { class: "button", href: `/board/${path}` }, t("lobby.board"))));
}

async function refresh(asked = get("/api/tables")) {
  try {
    const { tables } = await asked;
    fresh();
    for (const row of tables) clock.hear(row.now);
    page.tables = tables;
    redraw();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) return signIn(error.code);
    setLink(navigator.onLine ? "waiting" : "offline");
    if (error.status !== 0) sayRefused(error);
  }
  setTimeout(refreshWhenSeen, FRESH_MS);
}

function refreshWhenSeen() {
  if (!document.hidden) return void refresh();
  document.addEventListener("visibilitychange", refreshWhenSeen, { once: true });
}

translate(document);
sayLinkIn(/** @type {HTMLElement} */ (document.getElementById("age")));
// Both are asked for at once; what a card says depends on who reads it.
const first = get("/api/tables");
first.catch(() => {});
page.who = await me();
const redraw = drawing(/** @type {HTMLElement} */ (document.getElementById("tables")), () => page.tables.map(card));
refresh(first);
