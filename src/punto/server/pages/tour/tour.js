// Learn as you play: five rounds at a practice table, by the real rules, in two minutes. Nothing of it is kept but that
// somebody has taken the tour.

import { ApiError, post } from "../lib/api.js";
import "../lib/cards.js";
import { stack } from "../lib/chips.js";
import { drawing } from "../lib/draw.js";
import { h } from "../lib/element.js";
import "../lib/header.js";
import { isWord, pick, t, wordOf } from "../lib/i18n.js";
import { money, signed } from "../lib/money.js";
import { oddsWords } from "../lib/odds-words.js";
import { sayRefused } from "../lib/toast.js";
import { admitted, turnAway } from "../lib/turned-away.js";
import { after, insurable, netOf, stageOf } from "./stage.js";

/** @typedef {import("./stage.js").Move} Move */
/** @typedef {Api.PracticeView["lesson"]} Lesson */

const STORAGE_KEY = "punto.tour";
const CARD_MS = 650;
const root = /** @type {HTMLElement} */ (document.getElementById("page"));

/** @type {{lesson: Lesson, moves: Move[], at: Api.PracticeView | null, declined: boolean, done: boolean}} */
const page = { lesson: "coup", moves: [], at: null, declined: false, done: false };

let redraw = () => {};

/** The number of the last question: an answer to an earlier one is dropped. */
let questions = 0;

/** The table after these moves; a move that is refused is not made. @param {Lesson} lesson @param {Move[]} moves */
async function show(lesson, moves) {
  const mine = ++questions;
  const at = await post("/api/practice", { lesson, moves });
  if (mine !== questions) return false;
  if (at.refusal) {
    sayRefused(new ApiError(422, at.refusal));
    return false;
  }
  Object.assign(page, { lesson, moves, at });
  redraw();
  return true;
}

/** @param {() => Promise<boolean>} work */
async function tried(work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    sayRefused(error);
    return false;
  }
}

/** @param {...Move} more */
const make = (...more) => tried(() => show(page.lesson, [...page.moves, ...more]));

/** @param {Lesson} lesson */
function begin(lesson) {
  page.declined = false;
  return show(lesson, []);
}

const rest = () => new Promise((resolve) => setTimeout(resolve, matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : CARD_MS));

/** Close the bets and deal four cards, one after another. */
async function deal() {
  if (!(await make({ do: "close" }))) return;
  // Whoever goes to another lesson meanwhile is dealt nothing there.
  while (page.at && stageOf(page.at.view) === "dealing") {
    const { moves } = page;
    await rest();
    if (page.moves !== moves || !(await make({ do: "card" }))) return;
  }
}

/** @param {Api.PracticeView} at @param {Api.Side} side */
function hand({ view: { coup } }, side) {
  const winner = coup?.settlement?.winner;
  const cards = coup?.[side] ?? [];
  return h("section", { class: ["hand", side, winner === side && "won"], key: side, "aria-label": t(side) },
    h("h2", {}, t(side)),
    h("div", { class: "cards" }, cards.length ? cards.map((face, place) => h("punto-card", { key: place, face })) : h("span", { class: "place" })),
    h("b", { class: "points" }, coup?.[`${side}_points`] ?? "–"));
}

/** @param {Api.PracticeView} at */
function bets(at) {
  const { coup } = at.view;
  const open = at.view.phase === "betting";
  const lines = coup?.settlement?.lines ?? [];
  return h("div", { class: "areas" }, at.felt.bets.filter((bet) => bet.hand || bet.id === "tie").map((bet) => {
    const lies = coup?.bets.find((row) => row.bet === bet.id)?.stake ?? 0;
    const line = lines.find((row) => row.bet === bet.id);
    const cover = coup?.insurance.find((row) => row.insures === bet.hand);
    const covered = lines.find((row) => row.bet === "insurance" && row.insures === bet.hand);
    const points = open && !coup?.bets.length && at.suggests.bet === bet.id;
    return h("button", {
      type: "button", class: ["area", bet.hand ?? "tie", points && "suggested", line?.outcome], key: bet.id, data: { bet: bet.id }, "aria-disabled": open ? null : "true",
      onclick: () => open && make({ do: "bet", bet: bet.id, stake: at.suggests.stake }),
    }, h("span", { class: "name" }, pick(bet.name)), lies > 0 && stack(lies), line && h("span", { class: "came" }, signed(line.payback - line.stake)),
    cover && h("span", { class: ["cover", covered?.outcome], key: "cover" }, t("tour.cover", { n: money(cover.stake) }),
      covered && h("b", { class: "came" }, signed(covered.payback - covered.stake))));
  }));
}

/** The words for this point of the lesson. @param {Api.PracticeView} at @returns {Draw.Child} */
function words(at) {
  const stage = stageOf(at.view);
  if (stage === "four" && at.view.coup?.insurance.length) return t("tour.insured");
  const key = `tour.${at.lesson}.${stage}`;
  return isWord(key) ? wordOf("tour.", `${at.lesson}.${stage}`) : wordOf("tour.", stage);
}

/** What may be done now. @param {Api.PracticeView} at */
function ways(at) {
  const press = (/** @type {string} */ key, /** @type {string} */ text, /** @type {() => unknown} */ act, first = true) =>
    h("button", { type: "button", key, class: first && "primary", onclick: act }, text);
  const offer = at.lesson === "insurance" && !page.declined ? insurable(at.view.coup, at.patron) : null;
  switch (stageOf(at.view)) {
    case "bet":
      return press("suggested", t("tour.do.bet", { n: money(at.suggests.stake), bet: pick(at.felt.bets.find((bet) => bet.id === at.suggests.bet)?.name) }),
        () => make({ do: "bet", bet: at.suggests.bet, stake: at.suggests.stake }));
    case "ready":
      return press("deal", t("tour.do.deal"), deal);
    case "four":
      if (offer) {
        return [
          press("insure", t("tour.do.insure", { n: money(offer.most), odds: oddsWords(offer.odds) }), () => make({ do: "insure", insures: offer.insures, stake: offer.most })),
          press("decline", t("tour.do.decline"), () => { page.declined = true; redraw(); }, false),
        ];
      }
      return press("card", t("tour.do.card"), () => make({ do: "card" }));
    case "five":
      return press("card", t("tour.do.card"), () => make({ do: "card" }));
    case "over":
      return over(at, press);
    default:
      return null;
  }
}

/** @param {Api.PracticeView} at @param {(key: string, text: string, act: () => unknown, first?: boolean) => Draw.Child} press */
function over(at, press) {
  const next = after(at.lessons, at.lesson);
  const end = () => {
    localStorage.setItem(STORAGE_KEY, "done");
    page.done = true;
    redraw();
  };
  return [
    next ? press("next", t("tour.do.next", { lesson: t(`tour.${next}`) }), () => tried(() => begin(next))) : press("end", t("tour.do.end"), end),
    press("again", t("tour.do.again"), () => tried(() => begin(at.lesson)), false),
  ];
}

/** Where in the tour one is. @param {Api.PracticeView} at */
const path = (at) => h("ol", { class: "path" }, at.lessons.map((lesson) => h("li", { key: lesson, class: at.lessons.indexOf(lesson) < at.lessons.indexOf(at.lesson) && "past" },
  h("button", { type: "button", class: "quiet", "aria-current": lesson === at.lesson ? "step" : null, onclick: () => tried(() => begin(lesson)) }, t(`tour.${lesson}`)))));

const end = () => h("section", { class: "panel ended" },
  h("h1", {}, t("tour.ended.title")),
  h("p", {}, t("tour.ended.what")),
  h("div", { class: "ways" }, h("a", { class: "button primary", href: "/" }, t("tour.ended.lobby")),
    h("button", { type: "button", onclick: () => { page.done = false; return tried(() => begin("coup")); } }, t("tour.do.over"))));

function view() {
  const { at } = page;
  if (!at) return null;
  if (page.done) return end();
  const settled = at.view.coup?.settlement;
  return [
    h("div", { class: "tour-head" }, h("h1", {}, t("page.tour")), path(at), h("p", { class: "chips-left" }, t("tour.wallet", { n: money(at.wallet) }))),
    h("div", { class: "surface" }, h("div", { class: "hands" }, hand(at, "player"), hand(at, "banker")), bets(at)),
    h("section", { class: "panel coach", "aria-live": "polite" },
      h("h2", {}, t(`tour.${at.lesson}`), settled && h("span", { class: ["net", netOf(at.view.coup) > 0 && "won"] }, signed(netOf(at.view.coup)))),
      h("p", {}, words(at)),
      h("div", { class: "ways" }, ways(at))),
    h("p", { class: "notice" }, t("tour.notice")),
  ];
}

if (await admitted("lobby", root)) {
  try {
    await begin("coup");
    redraw = drawing(root, view);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    turnAway(root, error);
  }
}
