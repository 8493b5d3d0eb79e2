// The dealer's page: the next step large and alone, the boxes with their chips, and what to pay.

import { News, clock, command, get } from "/assets/lib/api.js";
import "/assets/lib/cards.js";
import { cardName, suitName } from "/assets/lib/cards.js";
import { cite, setParagraphs } from "/assets/lib/cite.js";
import "/assets/lib/countdown.js";
import { h, put } from "/assets/lib/element.js";
import "/assets/lib/header.js";
import { pick, t, whenSpoken } from "/assets/lib/i18n.js";
import { money } from "/assets/lib/money.js";
import { oddsWords } from "/assets/lib/odds-words.js";
import { renew } from "/assets/lib/renew.js";
import { answersTo, keysOf, requestBox, waitingRequests } from "/assets/lib/squeezes.js";
import { heading, tableName } from "/assets/lib/tablename.js";
import { say, sayRefused } from "/assets/lib/toast.js";
import { admitted, turnAway } from "/assets/lib/turned-away.js";
import { mayDecide, named, namesOf } from "/assets/lib/words.js";
import { box } from "/assets/dealer.boxes.js";
import { CardEntry } from "/assets/dealer.entry.js";
import { betForm, mayHelp, peopleForm, reportForm } from "/assets/dealer.forms.js";
import { matters, tools } from "/assets/dealer.side.js";
import { needs, stepOf, waits } from "/assets/dealer.steps.js";
import "/assets/dealer.words.js";
import { leaning } from "/assets/table/layout.js";

const root = document.getElementById("page");
const header = document.querySelector("punto-header");
const entry = new CardEntry();
const parts = {};
const page = {
  view: null, felt: null, names: {}, dealer: null, me: null, paid: null, step: null, requests: [],
  may: (name) => page.me.commands.includes(name),
  /** Give a command on what is drawn; throws what was refused. */
  give: (name, fields = {}, more = {}) => command(page.view.table, name, fields, page.view.version, more),
  send,
};

async function start() {
  page.me = await admitted("dealer", root);
  if (!page.me) return;
  const table = named();
  if (!table) return list();
  try {
    const [told, dealer] = await Promise.all([get(`/api/tables/${encodeURIComponent(table)}`), get(`/api/dealer/${encodeURIComponent(table)}`)]);
    Object.assign(page, { view: told.view, felt: told.felt, names: namesOf(told.felt), dealer });
    const each = (what) => Object.fromEntries((told.felt?.bets ?? []).map((bet) => [bet.id, what(bet)]));
    page.bets = { names: page.names, hands: each((bet) => bet.hand), leans: each(leaning) };
  } catch (error) {
    return turnAway(root, error);
  }
  setParagraphs({ ...page.felt?.paragraphs, ...page.felt?.readings });
  page.paid = Number(sessionStorage.getItem(`punto.paid.${table}`));
  build();
  const news = new News(table, page.view.version);
  news.addEventListener("news", async ({ detail }) => {
    const source = page.view.shoe?.source;
    page.view = detail.view;
    // What can be named in a report depends on where the cards come from.
    if (detail.view.shoe && detail.view.shoe.source !== source) page.dealer = await get(`/api/dealer/${encodeURIComponent(table)}`);
    draw();
  });
  news.addEventListener("link", ({ detail }) => {
    parts.link.textContent = detail === "live" ? "" : t(`link.${detail}`);
  });
  whenSpoken(draw);
  draw();
}

async function list() {
  const { tables } = await get("/api/tables");
  const show = () => put(root,
    h("h1", {}, t("dealer.choose")),
    h("div", { class: "choose" }, tables.map((table) =>
      h("a", { class: "panel", href: `/dealer/${encodeURIComponent(table.table)}` },
        h("h2", {}, tableName(table)), h("p", { class: "quiet-text" }, [pick(table.title), t(`phase.${table.phase}`)].filter(Boolean).join(" · "))))));
  whenSpoken(show);
  show();
}

function build() {
  Object.assign(parts, {
    link: h("span", { class: "link", role: "status" }),
    facts: h("div", { class: "facts" }),
    words: h("span", { class: "words" }),
    key: h("kbd", { class: "key" }),
    hint: h("p", { class: "hint" }),
    time: h("punto-countdown"),
    // The second click of a double click is not the next step.
    step: h("button", { type: "button", class: "step primary", onclick: (event) => (event.detail > 1 ? undefined : take()) }),
    said: h("p", { class: "step said" }),
    also: h("div", { class: "also" }),
    requests: h("div", { class: "requests" }),
    entry: h("div", { class: "entry", hidden: true }),
    hands: h("div", { class: "hands" }),
    boxes: h("div", { class: "boxes" }),
    matters: h("div", { class: "matters" }),
    tools: h("div", { class: "helps" }),
  });
  put(root,
    h("div", { class: "strip" }, parts.facts, parts.link),
    h("section", { class: "now panel", "aria-live": "polite" },
      h("div", { class: "row" }, parts.step, parts.said, parts.time), parts.requests, parts.entry, h("div", { class: "under" }, parts.hint, parts.also)),
    h("div", { class: "surface" }, parts.hands, parts.boxes),
    h("aside", { class: "side" }, parts.matters, parts.tools));
}

let later = 0;

function draw() {
  const { view } = page;
  const step = stepOf(view, page.dealer, page.paid, (moment) => clock.until(moment));
  page.step = step;
  const place = placeOf(view, step);
  // Somebody else read the card, perhaps a scanner: what was typed for its place must not go to the next.
  if (place !== page.place && page.sent !== page.place && entry.card) entry.clear();
  page.place = place;
  header.heading = heading(view, page.felt?.title);
  drawFacts(view);
  drawStep(view, step);
  drawRequests(view);
  drawHands(view);
  drawBoxes(view);
  renew(parts.matters, matters(page));
  renew(parts.tools, tools(page));
  // Nothing comes from the server when the time for insurance is over.
  clearTimeout(later);
  if (step.until) later = setTimeout(draw, Math.max(500, clock.until(step.until) * 1000 + 20));
}

/** Which card is read in next: by its command, shoe, round and the number of cards before it. */
function placeOf({ shoe, coup }, step) {
  return [step.reads, shoe?.number, coup?.number, coup && coup.player.length + coup.banker.length].join(" ");
}

function drawFacts(view) {
  renew(parts.facts,
    h("span", { class: ["phase", view.phase] }, t(`phase.${view.phase}`)),
    view.coup && h("span", { class: "round" }, t("round.n", { n: view.coup.number })),
    view.shoe && h("span", { class: "shoe" }, t("dealer.shoe", { n: view.shoe.number, left: view.shoe.cards_left })),
    view.shoe?.last_coup && h("span", { class: "tag cut" }, t("dealer.cut")),
    h("span", { class: "tag by" }, t(view.dealer === "person" ? "dealer.person" : "dealer.by")));
}

function words(step) {
  return t(`step.${step.id}`, { side: step.side ? t(step.side) : "", who: step.who?.join(", ") ?? "" });
}

function hint(view, step) {
  const lines = view.coup?.settlement?.lines ?? [];
  const offers = (view.coup?.offers ?? []).map((offer) => t("dealer.at", { side: t(offer.insures), odds: oddsWords(offer.odds) }));
  if (step.reads === "draw_card" && step.id === "draw") return t("hint.read");
  const values = {
    draw: {}, open_shoe: { n: view.sign?.decks }, open_bets: { n: view.coups + 1 },
    close_bets: { n: money((view.coup?.bets ?? []).reduce((sum, bet) => sum + bet.stake, 0)) },
    stopped: { rank: view.pending ? t("or.above", { rank: t(`rank.${view.pending.decides}`) }) : "" },
    pay: { side: outcome(view.coup?.settlement), n: money(lines.reduce((sum, line) => sum + line.winnings, 0)) },
    insurance: { offers: offers.join(", ") },
  };
  return t(`hint.${step.id}`, values[step.id] ?? {});
}

function outcome(settlement) {
  return settlement ? t(`won.${settlement.winner}`, { p: settlement.player_points, b: settlement.banker_points }) : "";
}

/** The step as a button for whoever may take it, and as plain words for whoever only watches. */
function drawStep(view, step) {
  const staff = page.me.commands.length > 0;
  const waiting = waits(step);
  const may = staff && (waiting || page.may(needs(step)));
  const face = may ? parts.step : parts.said;
  const looks = ["step", may ? "primary" : "said", waiting && "waits", step.until && "timed", step.side && `side-${step.side}`];
  parts.step.hidden = !may;
  parts.said.hidden = may;
  face.className = looks.filter(Boolean).join(" ");
  parts.step.disabled = waiting;
  parts.words.textContent = words(step);
  parts.key.textContent = step.reads ? "Enter" : t("dealer.key");
  if (parts.words.parentElement !== face) face.replaceChildren(parts.words);
  if (may && !parts.key.isConnected) face.append(parts.key);
  parts.time.until = view.next?.at ?? step.until ?? null;
  renew(parts.hint, hint(view, step), step.cite && [" ", cite(step.cite)]);
  renew(parts.also,
    step.instead && page.may(step.instead.command) && h("button", { type: "button", class: "instead", onclick: () => send(step.instead.command, step.instead.fields) }, t("dealer.instead")),
    step.id === "stopped" && view.pending && mayDecide(page.me.role, view.pending.decides) &&
      h("a", { class: "button", href: `/pit#${encodeURIComponent(view.table)}` }, t("dealer.open.pit")));
  parts.entry.hidden = !step.reads || !may;
  if (step.reads) drawEntry();
  else if (entry.card) entry.clear();
}

/** What patrons ask for, right below the step: once the card is drawn it is too late to answer. */
function drawRequests(view) {
  page.requests = waitingRequests(view.coup);
  const key = JSON.stringify([page.requests, document.documentElement.lang]);
  if (key === parts.requests.dataset.shows) return; // Said aloud once, and a button in focus stays there.
  parts.requests.dataset.shows = key;
  put(parts.requests, page.requests.map((one, at) => requestBox(one, { cite, answer: page.may("squeeze") ? (decline) => answer(one, decline) : null, keys: at ? [] : keysOf(one) })));
}

async function answer(request, decline) {
  for (const fields of answersTo(request, decline)) await send("squeeze", fields);
}

const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };

function drawEntry() {
  const key = (name, kind, label, text, pressed) => h("button", { type: "button", class: ["key-cap", kind, name], "aria-pressed": String(pressed), tabindex: -1,
    "aria-label": label, onclick: () => { entry.take(name); parts.step.focus(); } }, text);
  renew(parts.entry,
    h("punto-card", { face: entry.whole ? entry.card : null, class: entry.whole ? "read" : "unread" }),
    h("div", { class: "keys" },
      h("div", { class: "ranks" }, [..."A23456789TJQK"].map((rank) => key(rank, "rank", cardName(rank), rank === "T" ? "10" : rank, entry.card[0] === rank))),
      h("div", { class: "suits" }, Object.entries(SUITS).map(([suit, sign]) => key(suit, "suit", suitName(suit), sign, entry.card[1] === suit)),
        h("output", { class: "typed", "aria-live": "polite" }, entry.whole ? cardName(entry.card) : entry.card ? `${entry.card[0] === "T" ? "10" : entry.card[0]} …` : ""))));
}

function drawHands(view) {
  const coup = view.coup;
  // While bets are open the boxes are what counts.
  parts.hands.hidden = view.phase === "betting" && !view.shoe?.aside.length;
  const hand = (name) => h("div", { class: ["hand", name, page.step.side === name && "turn"], data: { key: name } },
    h("h2", {}, t(name), coup && coup[`${name}_points`] !== null && h("b", { class: "points" }, coup[`${name}_points`])),
    h("div", { class: "cards" }, coup?.[name].length ? coup[name].map((face) => h("punto-card", { face })) : h("span", { class: "place" })));
  renew(parts.hands, hand("player"), h("div", { class: "between" },
    coup?.ended === "settled" && h("p", { class: ["won", coup.settlement.winner] }, outcome(coup.settlement)),
    coup?.ended === "voided" && h("p", { class: "won" }, t("dealer.void", { n: coup.number })),
    view.shoe?.aside.length > 0 && h("div", { class: "aside" }, h("span", {}, t("dealer.aside")), view.shoe.aside.map((face) => h("punto-card", { face })))),
  hand("banker"));
}

function drawBoxes(view) {
  const actions = {
    reject: page.may("decide") && ((number) => send("decide", { reject_excess: number })),
    back: page.may("withdraw_bet") && ((bet) => send("withdraw_bet", { patron: bet.patron, box: bet.box, bet: bet.bet })),
  };
  const number = view.sign?.boxes ?? 0;
  renew(parts.boxes, Array.from({ length: number }, (_, at) => box(at + 1, view, page.bets, actions)));
}

/** Take the step that stands there, once. */
function take() {
  const { step } = page;
  if (step.id === "pay") {
    page.paid = page.view.coup.number;
    sessionStorage.setItem(`punto.paid.${page.view.table}`, String(page.paid));
    return draw();
  }
  if (step.reads) return void entry.take("Enter");
  if (step.command) return send(step.command, step.fields, { as: [step.fields, page.view.version] });
}

/** Send a command decided on what is drawn; true if it was carried out. */
async function send(name, fields = {}, more = {}) {
  try {
    await page.give(name, fields, more);
    return true;
  } catch (error) {
    sayRefused(error);
    return false;
  }
}

entry.addEventListener("typed", () => page.step?.reads && drawEntry());
entry.addEventListener("card", async ({ detail: card }) => {
  const { place } = page;
  page.sent = place;
  const taken = await send(page.step.reads, { card }, { as: [card, page.view.version] });
  if (taken) say(cardName(card), { seconds: 2 });
  else page.sent = null;
  // Refused, it stays to be sent again, unless its place has been taken meanwhile.
  entry.answered(taken || page.place !== place);
});

const KEYS = {
  r: () => page.may("report") && reportForm(page),
  b: () => page.may("place_bet") && page.view.phase === "betting" && betForm(page),
  p: () => mayHelp(page) && peopleForm(page),
};

document.addEventListener("keydown", (event) => {
  if (!page.step || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target.closest("input, select, textarea, a, button:not(.step), summary")) return;
  const { key } = event;
  const small = key.toLowerCase();
  if (!parts.entry.hidden && key !== " " && entry.take(key)) return event.preventDefault();
  if (key === " " || key === "Enter") {
    event.preventDefault();
    if (!event.repeat && !parts.step.disabled && !parts.step.hidden) take();
  } else if (small in KEYS) {
    event.preventDefault();
    KEYS[small]();
  } else if (page.requests[0] && page.may("squeeze") && keysOf(page.requests[0]).includes(key.toUpperCase())) {
    event.preventDefault();
    if (!event.repeat) answer(page.requests[0], key.toUpperCase() === "N");
  }
});

start();
