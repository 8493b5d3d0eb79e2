// The dealer's page: the next step large and alone, the boxes with their chips, and what to pay.

import { ApiError, News, clock, command, get } from "../lib/api.js";
import { cardName } from "../lib/cards.js";
import { setParagraphs } from "../lib/cite.js";
import "../lib/countdown.js";
import { h } from "../lib/element.js";
import "../lib/header.js";
import { isWord, pick, t } from "../lib/i18n.js";
import { drawing } from "../lib/draw.js";
import { keysOf, waitingRequests } from "../lib/squeezes.js";
import { heading, tableName } from "../lib/table-words.js";
import { Waiting } from "../lib/second-person.js";
import "../lib/table-bank.js";
import { say, sayRefused } from "../lib/toast.js";
import { admitted, turnAway } from "../lib/turned-away.js";
import { nameInAddress } from "../lib/address.js";
import { namesOf } from "../lib/bet-name.js";
import { leaning } from "../lib/leaning.js";
import { box } from "./boxes.js";
import { dialog } from "./dialog.js";
import { CardEntry } from "./entry.js";
import { betForm, mayHelp, peopleForm } from "./forms.js";
import { hands } from "./hands.js";
import { answer, isTheirs, now, reportSurplus } from "./now.js";
import { boxesOf } from "./page.js";
import { BettingPause } from "./pause.js";
import { misreadForm, reportForm } from "./report-form.js";
import { Scan } from "./scan.js";
import { matters, tools } from "./side.js";
import { placeOf, stepOf, waits } from "./steps.js";

/** @typedef {import("./page.js").Page} Page */

const root = /** @type {HTMLElement} */ (document.getElementById("page"));
const header = document.querySelector("punto-header");
const entry = new CardEntry();
const scan = new Scan();
const pause = new BettingPause();

async function start() {
  const table = nameInAddress();
  if (table) document.addEventListener("keydown", early, { capture: true });
  const path = encodeURIComponent(table);
  // They are on their way while it is not yet known who asks.
  const answers = table ? Promise.all([get(`/api/tables/${path}`), get(`/api/dealer/${path}`)]) : null;
  answers?.catch(() => {});
  const me = await admitted("dealer", root);
  if (!me) return;
  if (!answers) return list();
  try {
    const [tablePage, dealer] = await answers;
    deal(opened(tablePage, dealer, me));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    turnAway(root, error);
  }
}

async function list() {
  const { tables } = await get("/api/tables");
  drawing(root, () => [
    h("h1", {}, t("dealer.choose")),
    h("div", { class: "choose" }, tables.map((table) => h("a", { class: "panel", key: table.table, href: `/dealer/${encodeURIComponent(table.table)}` },
      h("h2", {}, tableName(table)), h("p", { class: "quiet-text" }, [pick(table.title), t(`phase.${table.phase}`)].filter(Boolean).join(" · "))))),
  ]);
}

/** @param {Api.TablePage} tablePage @param {Api.DealerView} dealer @param {Api.MeView} me @returns {Page} */
function opened({ view, felt }, dealer, me) {
  const bets = felt?.bets ?? [];
  return {
    view, felt, dealer, me, requests: [], link: "", surplus: "", rest: 0, form: null, place: "", sent: null,
    bets: { names: namesOf(felt), hands: Object.fromEntries(bets.map((bet) => [bet.id, bet.hand])), leans: Object.fromEntries(bets.map((bet) => [bet.id, leaning(bet)])) },
    step: { id: "closed" },
    may: (name) => me.commands.includes(name),
    give(name, fields, how = {}) {
      return command(this.view.table, name, fields, this.view.version, how);
    },
    async send(name, fields, how = {}) {
      // Two presses are not two turns of the bets, whatever pressed them.
      if (pause.left(name, performance.now()) > 0) return false;
      try {
        await this.give(name, fields, how);
        return true;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        sayRefused(error);
        return false;
      }
    },
    redraw: () => {},
    open: () => {},
    waiting: new Waiting(view.table, () => {}),
  };
}

/** @param {Page} page */
function deal(page) {
  const { table } = page.view;
  setParagraphs(page.felt?.words);
  moved(page);
  page.redraw = drawing(root, () => drawn(page));
  page.waiting.redraw = page.redraw;
  page.waiting.hear(page.view);
  page.open = (form) => {
    page.form = form;
    page.redraw();
    // A dialog can be opened once it is drawn.
    if (form) queueMicrotask(() => root.querySelector("dialog")?.showModal());
  };
  const news = new News(table, page.view.version);
  news.addEventListener("news", (event) => takeNews(page, /** @type {CustomEvent<Api.NewsView>} */ (event).detail));
  news.addEventListener("link", () => {
    const key = `link.${news.link}`;
    page.link = news.link !== "live" && isWord(key) ? t(key) : "";
    page.redraw();
  });
  entry.addEventListener("typed", () => page.redraw());
  entry.addEventListener("card", (event) => read(page, /** @type {CustomEvent<string>} */ (event).detail));
  document.removeEventListener("keydown", early, { capture: true });
  document.addEventListener("keydown", (event) => press(page, event), { capture: true });
}

/** A card that is scanned while the page still opens: its Enter, which may come once the page is there, must press nothing. @param {KeyboardEvent} event */
function early(event) {
  if (event.target instanceof Element && event.target.closest("input, select, textarea")) return;
  if (scan.take(event.key, event.timeStamp)) swallow(event);
}

/** @param {Page} page @param {Api.NewsView} news */
async function takeNews(page, { view }) {
  const source = page.view.shoe?.source;
  page.view = view;
  page.waiting.hear(view);
  // What can be named in a report depends on where the cards come from.
  if (view.shoe && view.shoe.source !== source) page.dealer = await get(`/api/dealer/${encodeURIComponent(view.table)}`);
  moved(page);
}

let later = 0;

/** The table has changed, or a time has run out: find the step anew. @param {Page} page */
function moved(page) {
  const { view } = page;
  pause.hear(view.phase, performance.now());
  const step = stepOf(view, page.dealer, (moment) => clock.until(moment));
  const place = placeOf(view, step);
  // Somebody else read the card, perhaps a scanner: what was typed for its place must not go to the next.
  if (entry.card && (!step.reads || (place !== page.place && page.sent !== page.place))) entry.clear();
  Object.assign(page, { step, place, requests: waitingRequests(view.coup), rest: pause.left(step.command, performance.now()) });
  if (header) header.heading = heading(view, page.felt?.title);
  // Nothing comes from the server when the time for insurance is over, or the moment of rest between two turns of the bets.
  clearTimeout(later);
  const ends = [step.until && Math.max(500, clock.until(step.until) * 1000 + 20), page.rest].filter((time) => time);
  if (ends.length) later = setTimeout(() => moved(page), Math.min(...ends.map(Number)));
  page.redraw();
}

/** @param {Page} page @returns {Draw.Child} */
const drawn = (page) => [
  h("div", { class: "strip" }, facts(page.view), h("span", { class: "link", role: "status" }, page.link), tools(page)),
  now(page, entry, () => take(page)),
  h("div", { class: ["surface", "dealt"], key: "dealt", hidden: page.view.phase === "betting" && !page.view.shoe?.aside.length }, hands(page)),
  h("div", { class: ["surface", "row-of-boxes"], key: "boxes" }, h("div", { class: "boxes", style: { "--boxes": page.view.sign?.boxes ?? 7 } }, boxes(page))),
  h("aside", { class: "side", "aria-label": t("dealer.matters") }, matters(page)),
  h("table-bank", { props: { subject: { table: page.view.table, version: page.view.version, me: page.me } } }),
  dialog(page),
];

/** @param {Api.TableView} view */
const facts = (view) => h("div", { class: "facts" },
  h("span", { class: ["phase", view.phase] }, t(`phase.${view.phase}`)),
  view.coup && h("span", { class: "round" }, t("round.n", { n: view.coup.number })),
  view.shoe && h("span", { class: "shoe" }, t("dealer.shoe", { n: view.shoe.number, left: view.shoe.cards_left })),
  view.shoe?.last_coup && h("span", { class: "tag cut" }, t("dealer.cut")),
  h("span", { class: "tag by" }, t(view.dealer === "person" ? "dealer.person" : "dealer.by")));

/** @param {Page} page */
const boxes = (page) => boxesOf(page).map((number) => box(number, page.view, page.bets, {
  reject: page.may("decide") && ((excess) => page.send("decide", { reject_excess: excess })),
  back: page.may("withdraw_bet") && (({ patron, box: at, bet }) => page.send("withdraw_bet", { patron, box: at, bet })),
}));

/** Take the step that stands there, once. @param {Page} page */
function take(page) {
  const { step, view } = page;
  if (waits(step) || !isTheirs(page)) return;
  if (step.reads) return void entry.take("Enter");
  const how = { as: view.version };
  if (step.command === "open_shoe") return page.send("open_shoe", { cards: page.dealer.cards }, how);
  if (step.command) return page.send(step.command, {}, how);
}

/** A card that was read in is sent, for the place it was typed for. @param {Page} page @param {string} card */
async function read(page, card) {
  const { place, step, view } = page;
  if (!step.reads) return;
  page.sent = place;
  const accepted = await page.send(step.reads, { card }, { as: [card, view.version] });
  if (accepted) say(cardName(card), { seconds: 2 });
  else page.sent = null;
  // Refused, it stays to be sent again, unless its place has been taken meanwhile.
  entry.answered(accepted || page.place !== place);
  if (!accepted && !page.step.reads) surplus(page, card);
}

/** A card that came when none was due is shown until it is reported, corrected or forgotten. @param {Page} page @param {string} card */
function surplus(page, card) {
  if (!page.may("report")) return;
  page.surplus = card;
  page.redraw();
}

/** @type {Record<string, (page: Page) => unknown>} */
const KEYS = {
  m: (page) => misreadForm(page, page.surplus ? { card: page.surplus } : {}),
  r: (page) => page.may("report") && (page.surplus ? reportSurplus(page) : reportForm(page)),
  b: (page) => page.may("place_bet") && page.view.phase === "betting" && betForm(page),
  p: (page) => mayHelp(page) && peopleForm(page),
  escape: (page) => { page.surplus = ""; page.redraw(); },
};

/** @param {Page} page @param {KeyboardEvent} event */
function press(page, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return;
  const field = event.target.closest("input, select, textarea");
  if (field || root.querySelector("dialog[open]")) return pressInField(page, event, field);
  if (cardKey(page, event)) return swallow(event);
  if (event.target.closest("a, button:not(.step), summary")) return;
  if (event.key === " " || event.key === "Enter") {
    swallow(event);
    if (!event.repeat) take(page);
  } else if (event.key.toLowerCase() in KEYS) {
    swallow(event);
    KEYS[event.key.toLowerCase()](page);
  } else {
    answerByKey(page, event);
  }
}

/** Whether a key belongs to a card. Where one is due it is read in; else it is taken with its Enter, so that it presses nothing. @param {Page} page @param {KeyboardEvent} event */
function cardKey(page, { key, timeStamp }) {
  // Enter and Escape without a card are the page's own.
  if (page.step.reads && isTheirs(page)) return (entry.card !== "" || !["Enter", "Escape"].includes(key)) && entry.take(key);
  const reading = scan.take(key, timeStamp);
  if (reading?.is === "card") surplus(page, reading.card);
  return reading !== null;
}

/**
 * Where people type, only a scanner's keys are a card: what they left in the field goes again, and their Enter sends nothing.
 * @param {Page} page @param {KeyboardEvent} event @param {Element | null} field
 */
function pressInField(page, event, field) {
  const text = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : null;
  const reading = scan.take(event.key, event.timeStamp, { field: text?.value ?? "" });
  if (reading?.is !== "card") return;
  swallow(event);
  const takes = page.form?.scanned;
  if (text) {
    text.value = takes && text.name === "card" ? reading.card : scan.before;
    text.dispatchEvent(new Event("input", { bubbles: true }));
  }
  if (takes) takes(reading.card);
  else surplus(page, reading.card);
}

/** @param {Page} page @param {KeyboardEvent} event */
function answerByKey(page, event) {
  const [first] = page.requests;
  const key = event.key.toUpperCase();
  if (!first || !page.may("squeeze") || !keysOf(first).includes(key)) return;
  swallow(event);
  if (!event.repeat) answer(page, first, key === "N");
}

/** @param {Event} event */
function swallow(event) {
  event.preventDefault();
  event.stopPropagation();
}

start();
