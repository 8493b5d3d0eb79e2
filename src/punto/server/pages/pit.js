// The pit: every table at a glance, what waits for a decision, and the one table that is looked at closely.

import { Stream, clock, command, get, once, post } from "/assets/lib/api.js";
import "/assets/lib/cards.js";
import { h, put } from "/assets/lib/element.js";
import "/assets/lib/header.js";
import { t, whenSpoken } from "/assets/lib/i18n.js";
import { fresh, sayLinkIn, setLink } from "/assets/lib/link.js";
import { money } from "/assets/lib/money.js";
import { renew } from "/assets/lib/renew.js";
import { waitingRequests } from "/assets/lib/squeezes.js";
import { tableName } from "/assets/lib/tablename.js";
import { say, sayRefused } from "/assets/lib/toast.js";
import { admitted, turnAway } from "/assets/lib/turned-away.js";
import { mayDecide } from "/assets/lib/words.js";
import { card, timeLeft } from "/assets/pit.card.js";
import { detail } from "/assets/pit.detail.js";
import { Prepared } from "/assets/pit.prepared.js";
import "/assets/pit.words.js";

const root = document.getElementById("page");
const parts = { link: h("p", { class: "age", role: "status" }), waiting: h("div", { class: "waits" }), tables: h("nav", { class: "tables" }), detail: h("section", { class: "detail" }) };
const page = { pit: null, me: null, table: "" };

/** Each table that was looked at keeps its elements, and in them what somebody began to write. */
const looked = new Map();

/** The version of a table that is drawn: what somebody decides, they decide on that. */
const drawn = (id) => page.pit.tables.find((one) => one.table === id)?.version;

/** Send a command to a table and say what was refused. */
async function send(table, name, fields = {}) {
  try {
    await command(table, name, fields, drawn(table));
    return true;
  } catch (error) {
    sayRefused(error);
    return false;
  }
}

async function flip(body) {
  try {
    await once(JSON.stringify(body), () => post("/api/switches", body));
    return true;
  } catch (error) {
    sayRefused(error);
    return false;
  }
}

const prepared = new Prepared({
  give: (table, settings) => command(table.table, "change_sign", { settings }, table.version),
  tell: (table, how, error) => {
    if (how === "given") say(`${tableName(table)}: ${t("pit.changed")}`, { tone: "good" });
    else if (error) sayRefused(error);
    else say(`${tableName(table)}: ${t("pit.overtaken")}`, { tone: "bad" });
  },
  changed: () => draw(),
});

const doing = {
  send, flip, prepared, redraw: () => draw(), may: (name) => page.me.commands.includes(name),
  decides: (least) => mayDecide(page.me.role, least), switches: () => page.pit.may_switch.includes(page.me.role),
};

class PitNews extends Stream {
  constructor() {
    super("pit");
    this.begin();
  }

  address() {
    return "/api/pit/events";
  }

  hear(pit) {
    take(pit);
    draw();
  }
}

async function start() {
  page.me = await admitted("pit", root);
  if (!page.me) return;
  try {
    take(await get("/api/pit"));
  } catch (error) {
    return turnAway(root, error);
  }
  sayLinkIn(parts.link);
  put(root, parts.link, h("section", { class: "waiting" }, h("h2", { data: { t: "pit.waiting" } }, t("pit.waiting")), parts.waiting),
    h("div", { class: "floor ages" }, parts.tables, parts.detail));
  page.table = decodeURIComponent(location.hash.slice(1)) || page.pit.tables.find((one) => one.pending)?.table || page.pit.tables[0]?.table;
  addEventListener("hashchange", () => {
    page.table = decodeURIComponent(location.hash.slice(1)) || page.table;
    draw();
  });
  whenSpoken(draw);
  draw();
  new PitNews().addEventListener("link", ({ detail: link }) => (link === "live" ? fresh() : setLink(link)));
  setInterval(drawTimes, 500);
}

function take(pit) {
  page.pit = pit;
  for (const table of pit.tables) if (table.now) clock.hear(table.now);
  fresh();
  prepared.hear(pit.tables);
}

function draw() {
  const { tables } = page.pit;
  const chosen = tables.find((one) => one.table === page.table) ?? tables[0];
  renew(parts.waiting, waits(tables));
  parts.tables.setAttribute("aria-label", t("pit.tables"));
  renew(parts.tables, tables.map((table) => card(table, table === chosen)));
  if (chosen) drawDetail(chosen);
}

/** What waits, over all tables: decisions, choices, requests to squeeze, boxes beyond their limits, changes prepared here. */
function waits(tables) {
  const found = tables.flatMap((table) => {
    const wait = (key, what, about, ...classes) => h("a", { class: ["wait", ...classes], href: `#${encodeURIComponent(table.table)}`, data: { key: `${table.table} ${key}` } },
      h("b", {}, what), h("span", {}, [tableName(table), about].filter(Boolean).join(" · ")));
    return [
      table.pending && wait("decision", t(`what.${table.pending.what}`), t("pit.waits.for", { rank: t(`rank.${table.pending.decides}`) }), "decision"),
      table.coup?.choosing.length > 0 && wait("choosing", t("pit.choosing", { n: table.coup.choosing.length }), ""),
      waitingRequests(table.coup).map((one) => wait(`asks ${one.patron} ${one.cards.join(" ")}`, t("squeeze.asks", { who: one.patron }), "", "asks", one.waives && "waives")),
      table.excess.map((one) => wait(`excess ${one.box}`, t("pit.excess", { n: one.box, over: money(one.over) }), "")),
      prepared.of(table.table) && wait("sign", t("pit.prepared"), t("pit.prepared.when"), "prepared"),
    ].flat().filter(Boolean);
  });
  // What stops a table comes first.
  found.sort((one, two) => two.classList.contains("decision") - one.classList.contains("decision"));
  return found.length ? found : h("p", { class: "quiet-text" }, t("pit.nothing"));
}

function drawTimes() {
  for (const one of parts.tables.querySelectorAll(".left")) {
    const said = timeLeft(one.dataset);
    if (one.textContent !== said) one.textContent = said;
  }
}

function drawDetail(table) {
  if (!looked.has(table.table)) looked.set(table.table, h("div", { class: "looked-at", data: { table: table.table } }));
  const place = looked.get(table.table);
  renew(place, detail(table, page.pit, doing));
  if (place.parentNode === parts.detail) return;
  put(parts.detail, place);
  // On a phone the tables are a strip.
  const chosen = parts.tables.querySelector(".chosen");
  parts.tables.scrollLeft += chosen.getBoundingClientRect().left - parts.tables.getBoundingClientRect().left;
}

start();
