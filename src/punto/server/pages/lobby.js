// The lobby: every table with its document, limits, free boxes and big road, kept fresh.

import { clock, get, me, signIn } from "./lib/api.js";
import { timeGiven } from "./lib/countdown.js";
import { h } from "./lib/element.js";
import "./lib/header.js";
import { add, language, pick, t, translate, whenSpoken } from "./lib/i18n.js";
import { stakes } from "./lib/limits.js";
import { fresh, sayLinkIn, setLink } from "./lib/link.js";
import { money } from "./lib/money.js";
import { renew } from "./lib/renew.js";
import "./lib/roads.js";
import { tableName } from "./lib/tablename.js";
import { sayRefused } from "./lib/toast.js";

add({
  en: {
    "lobby.title": "Tables", "lobby.what": "Each table is played by its own rule document.", "lobby.limits": "Limits",
    "lobby.differential": "Differential", "lobby.boxes": "Boxes", "lobby.free": "{n} of {of} free", "lobby.shoe": "Cards left",
    "lobby.of": "{left} of {all}", "lobby.play": "Play", "lobby.watch": "Watch", "lobby.board": "Board",
    "lobby.insurance": "Insurance", "lobby.choice": "Patrons choose",
    "lobby.box.free": "box {n}, free", "lobby.box.taken": "box {n}, taken",
    "phase.closed": "Closed", "phase.idle": "A new shoe is coming", "phase.ready": "Between rounds", "phase.betting": "Place your bets",
    "phase.dealing": "Dealing", "phase.stopped": "A decision is awaited",
  },
  zh: {
    "lobby.title": "賭檯", "lobby.what": "每張賭檯依其規則文件進行。", "lobby.limits": "限紅", "lobby.differential": "差額上限",
    "lobby.boxes": "注區", "lobby.free": "{of} 個中有 {n} 個空位", "lobby.shoe": "餘牌", "lobby.of": "{left} / {all}", "lobby.play": "入座",
    "lobby.watch": "觀看", "lobby.board": "路單", "lobby.box.free": "{n} 號注區，空位",
    "lobby.box.taken": "{n} 號注區，有人", "lobby.insurance": "保險", "lobby.choice": "玩家選擇中",
    "phase.closed": "已關閉", "phase.idle": "換靴中", "phase.ready": "局間", "phase.betting": "請下注", "phase.dealing": "發牌中",
    "phase.stopped": "等待裁決",
  },
});

const FRESH_MS = 2500;
const place = document.getElementById("tables");
/** @type {Map<string, {row: any, card: HTMLElement}>} */
const shown = new Map();
let who;

/** Whether my role may look at this; what it may not is not offered. */
const sees = (view) => Boolean(who?.views.includes(view));

function boxes(row) {
  const free = new Set(row.free_boxes);
  const dots = Array.from({ length: row.sign.boxes }, (_, place) => place + 1).map((box) =>
    h("i", { class: free.has(box) ? "free" : "taken", role: "img", "aria-label": t(free.has(box) ? "lobby.box.free" : "lobby.box.taken", { n: box }) }, box));
  return h("span", { class: "boxes-dots" }, dots);
}

const fact = (name, value) => h("div", { class: "fact" }, h("dt", {}, name), h("dd", {}, value));

/** Draw one table's card over what is there, so that nothing flickers and no click goes astray. */
function draw({ row, card }) {
  const path = encodeURIComponent(row.table);
  const other = row.title && (language() === "en" ? row.title.zh : row.title.en);
  const sits = who?.role === "patron";
  const given = timeGiven(row);
  const now = given && given.what !== "bets" ? `lobby.${given.what}` : `phase.${row.phase}`;
  renew(card,
    h("div", { class: "table-top" },
      h("h2", {}, sees("table") ? h("a", { href: `/table/${path}` }, tableName(row)) : tableName(row)),
      h("punto-countdown"),
      h("p", { class: "game" }, pick(row.title), " ", h("span", { class: "other", lang: language() === "en" ? "zh-Hant" : "en" }, other)),
      h("p", { class: "table-phase" }, t(now))),
    h("div", { class: "table-road" }, h("punto-roads", { show: "big_road counts", columns: 24 })),
    row.sign && h("dl", { class: "table-facts" },
      fact(t("lobby.limits"), stakes(row.sign)),
      row.sign.differential_max && fact(t("lobby.differential"), money(row.sign.differential_max)),
      fact(t("lobby.boxes"), boxes(row)),
      row.shoe && fact(t("lobby.shoe"), t("lobby.of", { left: row.shoe.cards_left, all: row.shoe.decks * 52 }))),
    h("div", { class: "table-links" },
      sees("table") && h("a", { class: "button primary", href: `/table/${path}` }, t(sits ? "lobby.play" : "lobby.watch")),
      sees("board") && h("a", { class: "button", href: `/board/${path}` }, t("lobby.board"))));
  card.querySelector("punto-countdown").until = given?.at ?? null;
  card.querySelector("punto-roads").data = row.roads;
}

async function refresh(asked = get("/api/tables")) {
  try {
    const told = await asked;
    fresh();
    for (const row of told.tables) {
      clock.hear(row.now);
      let entry = shown.get(row.table);
      if (!entry) {
        entry = { row, card: h("article", { class: "panel table-card", data: { table: row.table } }) };
        shown.set(row.table, entry);
        place.append(entry.card);
      }
      const changed = JSON.stringify({ ...entry.row, now: 0 }) !== JSON.stringify({ ...row, now: 0 });
      entry.row = row;
      if (changed || !entry.card.firstChild) draw(entry);
    }
  } catch (error) {
    if (error.status === 401) return signIn();
    setLink(navigator.onLine ? "waiting" : "offline");
    if (error.status !== 0) sayRefused(error);
  }
  setTimeout(refreshWhenSeen, FRESH_MS);
}

function refreshWhenSeen() {
  if (!document.hidden) return void refresh();
  document.addEventListener("visibilitychange", refreshWhenSeen, { once: true });
}

whenSpoken(() => shown.forEach(draw));
translate(document);
sayLinkIn(document.getElementById("age"));
// Both are asked for at once; what a card says depends on who reads it.
const first = get("/api/tables");
first.catch(() => {});
who = await me();
refresh(first);
