// The lobby: every table with its document, limits, free boxes and big road, kept fresh.

import { clock, get, me, signIn } from "./lib/api.js";
import "./lib/countdown.js";
import { h, put } from "./lib/element.js";
import "./lib/header.js";
import { add, language, pick, t, translate, whenSpoken } from "./lib/i18n.js";
import { money } from "./lib/money.js";
import "./lib/roads.js";
import { sayRefused } from "./lib/toast.js";

add({
  en: {
    "lobby.title": "Tables", "lobby.what": "Each table is played by its own rule document.", "lobby.limits": "Limits",
    "lobby.differential": "Differential", "lobby.boxes": "Boxes", "lobby.free": "{n} of {of} free", "lobby.shoe": "Cards left",
    "lobby.of": "{left} of {all}", "lobby.play": "Play", "lobby.watch": "Watch", "lobby.board": "Board", "lobby.from": "from {least}",
    "lobby.box.free": "box {n}, free", "lobby.box.taken": "box {n}, taken",
    "phase.closed": "Closed", "phase.idle": "A new shoe is coming", "phase.ready": "Between rounds", "phase.betting": "Place your bets",
    "phase.dealing": "Dealing", "phase.stopped": "A decision is awaited",
  },
  zh: {
    "lobby.title": "賭檯", "lobby.what": "每張賭檯依其規則文件進行。", "lobby.limits": "限紅", "lobby.differential": "差額上限",
    "lobby.boxes": "注區", "lobby.free": "{of} 個中有 {n} 個空位", "lobby.shoe": "餘牌", "lobby.of": "{left} / {all}", "lobby.play": "入座",
    "lobby.watch": "觀看", "lobby.board": "路單", "lobby.from": "{least} 起", "lobby.box.free": "{n} 號注區，空位",
    "lobby.box.taken": "{n} 號注區，有人",
    "phase.closed": "已關閉", "phase.idle": "換靴中", "phase.ready": "局間", "phase.betting": "請下注", "phase.dealing": "發牌中",
    "phase.stopped": "等待裁決",
  },
});

const FRESH_MS = 2500;
const place = document.getElementById("tables");
/** @type {Map<string, {row: any, card: HTMLElement, countdown: any, roads: any}>} */
const shown = new Map();
let who;

/** Whether my role may look at this; what it may not is not offered. */
const sees = (view) => Boolean(who?.views.includes(view));

const limits = (sign) => (sign.stake_max ? `${money(sign.stake_min)} – ${money(sign.stake_max)}` : t("lobby.from", { least: money(sign.stake_min) }));

function boxes(row) {
  const free = new Set(row.free_boxes);
  const dots = Array.from({ length: row.sign.boxes }, (_, place) => place + 1).map((box) =>
    h("i", { class: free.has(box) ? "free" : "taken", role: "img", "aria-label": t(free.has(box) ? "lobby.box.free" : "lobby.box.taken", { n: box }) }, box));
  return h("span", { class: "boxes-dots" }, dots);
}

const fact = (name, value) => h("div", { class: "fact" }, h("dt", {}, name), h("dd", {}, value));

/** Draw one table's card; its countdown and road stay the same elements, so that nothing flickers. */
function draw(entry) {
  const { row, card, countdown, roads } = entry;
  const path = encodeURIComponent(row.table);
  const other = row.title && (language() === "en" ? row.title.zh : row.title.en);
  const sits = who?.role === "patron";
  countdown.until = row.phase === "betting" && row.next ? row.next.at : null;
  roads.data = row.roads;
  put(card,
    h("div", { class: "table-top" },
      h("h2", {}, sees("table") ? h("a", { href: `/table/${path}` }, pick(row.title) || row.name) : pick(row.title) || row.name),
      countdown,
      h("p", { class: "other", lang: language() === "en" ? "zh-Hant" : "en" }, other),
      h("p", { class: "table-phase" }, t(`phase.${row.phase}`))),
    h("div", { class: "table-road" }, roads),
    row.sign && h("dl", { class: "table-facts" },
      fact(t("lobby.limits"), limits(row.sign)),
      row.sign.differential_max && fact(t("lobby.differential"), money(row.sign.differential_max)),
      fact(t("lobby.boxes"), boxes(row)),
      row.shoe && fact(t("lobby.shoe"), t("lobby.of", { left: row.shoe.cards_left, all: row.shoe.decks * 52 }))),
    h("div", { class: "table-links" },
      sees("table") && h("a", { class: "button primary", href: `/table/${path}` }, t(sits ? "lobby.play" : "lobby.watch")),
      sees("board") && h("a", { class: "button", href: `/board/${path}` }, t("lobby.board"))));
}

async function refresh(asked = get("/api/tables")) {
  try {
    const told = await asked;
    for (const row of told.tables) {
      clock.hear(row.now);
      let entry = shown.get(row.table);
      if (!entry) {
        const roads = document.createElement("punto-roads");
        roads.setAttribute("show", "big_road counts");
        roads.setAttribute("columns", "24");
        entry = { row, card: h("article", { class: "panel table-card", data: { table: row.table } }), countdown: document.createElement("punto-countdown"), roads };
        shown.set(row.table, entry);
        place.append(entry.card);
      }
      const changed = JSON.stringify({ ...entry.row, now: 0 }) !== JSON.stringify({ ...row, now: 0 });
      entry.row = row;
      // A card that is being used with the keyboard is not redrawn under the fingers for nothing.
      if (changed || !entry.card.firstChild) redraw(entry);
    }
  } catch (error) {
    if (error.status === 401) return signIn();
    if (error.status !== 0) sayRefused(error);
  }
  setTimeout(refreshWhenSeen, FRESH_MS);
}

/** Draw again and put the focus back where it was. */
function redraw(entry) {
  const at = entry.card.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  draw(entry);
  if (at) [...entry.card.querySelectorAll("a")].find((link) => link.getAttribute("href") === at)?.focus();
}

function refreshWhenSeen() {
  if (!document.hidden) return void refresh();
  document.addEventListener("visibilitychange", refreshWhenSeen, { once: true });
}

whenSpoken(() => shown.forEach(redraw));
translate(document);
// Both are asked for at once; what a card says depends on who reads it.
const first = get("/api/tables");
first.catch(() => {});
who = await me();
refresh(first);
