// The pit: every table at a glance, what waits for a decision, and the one table that is looked at closely.

import { clock, command, get, post } from "/assets/lib/api.js";
import "/assets/lib/cards.js";
import { says } from "/assets/lib/cite.js";
import { h, put } from "/assets/lib/element.js";
import "/assets/lib/header.js";
import { pick, t, whenSpoken } from "/assets/lib/i18n.js";
import { money } from "/assets/lib/money.js";
import { answersTo, requestBox, waitingRequests } from "/assets/lib/squeezes.js";
import { sayRefused } from "/assets/lib/toast.js";
import { admitted, turnAway } from "/assets/lib/turned-away.js";
import { mayDecide } from "/assets/lib/words.js";
import { decisionForm, rulingForm } from "/assets/pit.decide.js";
import { closing, signForm, switchPanel } from "/assets/pit.table.js";
import "/assets/pit.words.js";

const root = document.getElementById("page");
const parts = { waiting: h("section", { class: "waiting" }), tables: h("div", { class: "tables" }), detail: h("section", { class: "detail" }), link: h("p", { class: "link", role: "status" }) };
const page = { pit: null, me: null, table: "", drawn: "" };

/** Send a command to a table and say what was refused. */
async function send(table, name, fields = {}) {
  try {
    await command(table, name, fields);
    return true;
  } catch (error) {
    sayRefused(error);
    return false;
  }
}

async function flip(body) {
  try {
    await post("/api/switches", body);
    return true;
  } catch (error) {
    sayRefused(error);
    return false;
  }
}

const doing = { send, flip, may: (name) => page.me.commands.includes(name), decides: (least) => mayDecide(page.me.role, least) };

async function start() {
  page.me = await admitted("pit", root);
  if (!page.me) return;
  try {
    page.pit = await get("/api/pit");
  } catch (error) {
    return turnAway(root, error);
  }
  put(root, parts.link, parts.waiting, h("div", { class: "floor" }, parts.tables, parts.detail));
  page.table = decodeURIComponent(location.hash.slice(1)) || page.pit.tables.find((one) => one.pending)?.table || page.pit.tables[0]?.table;
  addEventListener("hashchange", () => {
    page.table = decodeURIComponent(location.hash.slice(1)) || page.table;
    draw();
  });
  whenSpoken(() => { page.drawn = ""; draw(); });
  draw();
  listen();
  setInterval(drawTimes, 500);
}

function listen() {
  const source = new EventSource("/api/pit/events");
  source.addEventListener("pit", (message) => {
    page.pit = JSON.parse(message.data);
    for (const table of page.pit.tables) if (table.now) clock.hear(table.now);
    draw();
  });
  source.addEventListener("open", () => { parts.link.textContent = ""; });
  source.addEventListener("error", () => {
    parts.link.textContent = t("link.waiting");
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
  });
}

function draw() {
  const { tables } = page.pit;
  drawWaiting(tables);
  put(parts.tables, tables.map(card));
  drawTimes();
  drawDetail(tables.find((one) => one.table === page.table) ?? tables[0]);
}

/** What waits, over all tables: decisions, choices, requests to squeeze, boxes beyond their limits. */
function drawWaiting(tables) {
  const found = tables.flatMap((table) => {
    const name = pick(table.title) || table.name;
    const to = `#${encodeURIComponent(table.table)}`;
    return [
      table.pending && h("a", { class: "wait decision", href: to }, h("b", {}, t(`what.${table.pending.what}`)), h("span", {}, name),
        h("span", { class: "who" }, t("pit.waits.for", { rank: t(`rank.${table.pending.decides}`) }))),
      table.coup?.choosing.length > 0 && h("a", { class: "wait", href: to }, h("b", {}, t("pit.choosing", { n: table.coup.choosing.length })), h("span", {}, name)),
      waitingRequests(table.coup).map((one) => h("a", { class: ["wait", "asks", one.waives && "waives"], href: to }, h("b", {}, t("squeeze.asks", { who: one.patron })), h("span", {}, name))),
      table.excess.map((one) => h("a", { class: "wait", href: to }, h("b", {}, t("pit.excess", { n: one.box, over: money(one.over) })), h("span", {}, name))),
    ].flat().filter(Boolean);
  });
  put(parts.waiting, h("h2", {}, t("pit.waiting")), found.length ? found : h("p", { class: "quiet-text" }, t("pit.nothing")));
}

const staked = (table) => (table.coup && !table.coup.ended ? table.coup.bets.reduce((sum, bet) => sum + bet.stake, 0) : 0);

function card(table) {
  const off = table.disabled.filter((one) => one.what !== "bet").length > 0;
  return h("a", { class: ["panel", "table-card", table.phase, table.table === page.table && "chosen", table.pending && "alarm"], href: `#${encodeURIComponent(table.table)}`,
    "aria-current": table.table === page.table ? "true" : null },
  h("h3", {}, pick(table.title) || table.name),
  h("p", { class: "state" }, h("span", { class: ["phase", table.phase] }, t(`phase.${table.phase}`)), h("span", { class: "left", data: { until: table.next?.at ?? "" } })),
  h("p", { class: "facts small" },
    table.coup && h("span", {}, t("round.n", { n: table.coup.number })),
    h("span", {}, t("pit.people", { n: table.people.length })),
    h("span", {}, t("pit.staked", { n: money(staked(table)) })),
    table.shoe && h("span", {}, t("pit.left", { n: table.shoe.cards_left }))),
  (off || table.dealer === "automatic") && h("p", { class: "facts small" }, off && h("span", { class: "tag off" }, t("pit.off")), table.dealer === "automatic" && h("span", { class: "tag" }, t("pit.automatic"))));
}

function drawTimes() {
  for (const one of parts.tables.querySelectorAll("[data-until]")) {
    const left = one.dataset.until ? Math.ceil(clock.until(one.dataset.until)) : 0;
    one.textContent = left > 0 ? `${left} s` : "";
  }
}

/** The chosen table. It is drawn anew only when something on it changed, so that nobody's half-filled form is lost. */
function drawDetail(table) {
  if (!table) return put(parts.detail);
  const { now, next, version, insurance_until, ...rest } = table;
  const key = JSON.stringify([rest, page.pit.switches, page.me.role]);
  if (key === page.drawn) return;
  const typing = parts.detail.contains(document.activeElement) && document.activeElement.matches("input, textarea, select");
  const same = parts.detail.dataset.table === table.table;
  if (typing && same && !table.pending && !page.pending) return;
  page.drawn = key;
  page.pending = Boolean(table.pending);
  const open = same ? [...parts.detail.querySelectorAll("details[open]")].map((one) => one.dataset.name) : [];
  parts.detail.dataset.table = table.table;
  const path = encodeURIComponent(table.table);
  const fold = (name, ...body) => h("details", { class: "panel fold", open: open.includes(name), data: { name } }, h("summary", {}, t(`pit.${name}`)), body);
  put(parts.detail,
    h("div", { class: "head" }, h("h2", {}, pick(table.title) || table.name),
      h("nav", { class: "small" }, h("a", { href: `/dealer/${path}` }, t("page.dealer")), h("a", { href: `/board/${path}` }, t("pit.board")), h("a", { href: `/audit/${path}` }, t("page.log")))),
    table.pending && decisionForm(table, doing),
    requests(table),
    choices(table),
    people(table),
    table.excess.length > 0 && excess(table),
    reports(table),
    fold("sign", signForm(table, doing)),
    fold("switches", switchPanel(table, page.pit, page.me, doing)),
    doing.may("rule") && fold("ruling", rulingForm(table, doing)),
    fold("closing", closing(table, doing)));
}

/** Requests to squeeze: the dealer answers them, and whoever is above the dealer may. */
function requests(table) {
  const answer = (one) => async (decline) => {
    for (const fields of answersTo(one, decline)) await send(table.table, "squeeze", fields);
  };
  return waitingRequests(table.coup).map((one) => requestBox(one, { cite: (of) => h("span", { class: "tag" }, `§ ${of}`), answer: doing.may("squeeze") ? answer(one) : null }));
}

function choices(table) {
  const asked = table.people.filter((one) => one.choosing || one.chosen);
  if (!asked.length) return null;
  return h("section", { class: "panel choices" }, h("h3", {}, t("pit.choices")),
    h("ul", {}, asked.map((one) => h("li", { data: { patron: one.patron } }, h("span", { class: "name" }, one.patron, " ", h("span", { class: "quiet-text small" }, money(one.staked))),
      one.choosing && doing.may("choose")
        ? h("span", { class: "pair-of" }, ["continue", "return"].map((option) =>
          h("button", { type: "button", onclick: () => send(table.table, "choose", { patron: one.patron, option }) }, t(`choice.${option}`))))
        : h("b", {}, t(one.chosen ? `choice.${one.chosen}` : "choice.open"))))));
}

function people(table) {
  return h("section", { class: "panel" }, h("h3", {}, t("pit.at.table")),
    table.people.length ? h("table", { class: "figures" },
      h("thead", {}, h("tr", {}, h("th", {}, t("patron")), h("th", {}, t("pit.boxes")), h("th", { class: "num" }, t("stake")), h("th", { class: "num" }, t("pit.insured")))),
      h("tbody", {}, table.people.map((one) => h("tr", {}, h("td", {}, one.patron, one.left && h("span", { class: "tag" }, t("pit.walked"))),
        h("td", {}, one.boxes.join(", "), " ", h("span", { class: "quiet-text small" }, t(one.seated ? "seated" : "standing"))),
        h("td", { class: "num" }, money(one.staked)), h("td", { class: "num" }, one.insured ? money(one.insured) : "–")))))
      : h("p", { class: "quiet-text" }, t("pit.nobody")));
}

function excess(table) {
  return h("section", { class: "panel" }, h("h3", {}, t("what.over_differential")),
    h("ul", { class: "plain" }, table.excess.map((one) => h("li", {}, h("span", {}, t("pit.excess.line", { box: one.box, banker: money(one.banker), player: money(one.player), limit: money(one.limit) })),
      table.phase === "betting" && doing.may("decide") && h("button", { type: "button", class: "danger", onclick: () => send(table.table, "decide", { reject_excess: one.box }) }, t("pit.reject"))))));
}

function reports(table) {
  if (!table.reports.length) return null;
  const told = (event) => event.kind === "option_chosen" ? `${event.patron}: ${t(`choice.${event.option}`)}`
    : event.kind === "decision_made" || event.kind === "ruling_made" ? `${t(`pit.after.${event.kind}`)} · ${t(`rank.${event.decided_by}`)}${event.reason ? ` · ${event.reason}` : ""}`
      : `${t(`pit.after.${event.kind}`)}${event.cards ? `: ${event.cards}` : ""}`;
  return h("section", { class: "panel reports" }, h("h3", {}, t("pit.reports")),
    h("ol", {}, table.reports.map((one) => h("li", {},
      h("p", { class: "top" }, h("b", {}, t(`what.${one.what}`)), " ", one.cite && h("span", { class: "tag" }, `§ ${one.cite}`), h("time", { class: "quiet-text small" }, new Date(one.at).toLocaleTimeString("en-GB"))),
      one.says && h("p", { class: "small" }, says(one.says)),
      h("p", { class: "small quiet-text" }, t(`leads.${one.leads_to}`), one.note ? ` “${one.note}”` : ""),
      one.after.length > 0 && h("ul", { class: "small" }, one.after.map((event) => h("li", {}, told(event), event.cite && h("span", { class: "tag" }, `§ ${event.cite}`))))))));
}

start();
