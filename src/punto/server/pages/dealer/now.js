// The step, large and alone; under it patrons' requests, a card that came when none was due, and the card that is read in.

import { cardName, suitName } from "../lib/cards.js";
import { cite } from "../lib/cite.js";
import { h } from "../lib/element.js";
import { t, wordOf } from "../lib/i18n.js";
import { money } from "../lib/money.js";
import { oddsWords } from "../lib/odds-words.js";
import { mayDecide } from "../lib/ranks.js";
import { answersTo, keysOf, requestBox } from "../lib/squeezes.js";
import { mayBeMisread } from "./page.js";
import { reportForm, misreadForm } from "./report-form.js";
import { surplusKind } from "./report.js";
import { needs, waits } from "./steps.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("./page.js").Request} Request */
/** @typedef {import("./steps.js").Step} Step */
/** @typedef {import("./entry.js").CardEntry} CardEntry */

/** Whether this person may take the step, or waits for it. @param {Page} page */
export function isTheirs({ me, step, may }) {
  const needed = needs(step);
  return me.commands.length > 0 && (waits(step) || (needed !== null && may(needed)));
}

/** @param {Page} page @param {CardEntry} entry @param {() => unknown} take */
export const now = (page, entry, take) => h("section", { class: "now panel", "aria-live": "polite" },
  h("div", { class: "row" }, face(page, take), h("punto-countdown", { props: { until: page.view.next?.at ?? page.step.until ?? null } })),
  h("div", { class: "requests" }, page.requests.map((request, at) => requestLine(request, page, at === 0))),
  page.surplus && surplus(page),
  page.step.reads && isTheirs(page) && reading(entry),
  h("div", { class: "under" }, h("p", { class: "hint" }, hint(page), page.step.cite && [" ", cite(page.step.cite)]), also(page)));

/** The step as a button for whoever may take it, and as plain words for whoever only watches. @param {Page} page @param {() => unknown} take */
function face(page, take) {
  const { step } = page;
  const waiting = waits(step);
  const looks = [waiting && "waits", step.until && "timed", step.side && `side-${step.side}`];
  const words = h("span", { class: "words" }, t(`step.${step.id}`, { side: step.side ? t(step.side) : "", who: step.who?.join(", ") ?? "" }));
  if (!isTheirs(page)) return h("p", { class: ["step", "said", ...looks] }, words);
  // The second click of a double click is not the next step.
  return h("button", { type: "button", class: ["step", "primary", ...looks], disabled: waiting, "aria-disabled": page.rest > 0 && "true",
    onclick: (event) => (event.detail > 1 ? undefined : take()) }, words, h("kbd", { class: "key" }, step.reads ? "Enter" : t("dealer.key")));
}

/** Who won, with the points. @param {Api.CoupSettled | null | undefined} settlement */
export const outcome = (settlement) => (settlement ? wordOf("won.", settlement.winner, { p: settlement.player_points, b: settlement.banker_points }) : "");

/** What is due, as it is called at a table: which hand is taken, which is paid, how much goes out in all. @param {Api.CoupSettled | null | undefined} settlement */
function due(settlement) {
  const out = (settlement?.lines ?? []).reduce((sum, line) => sum + line.winnings, 0);
  return [outcome(settlement), settlement && wordOf("due.", settlement.winner), out > 0 ? t("due.out", { n: money(out) }) : t("due.nothing")].filter(Boolean).join(" · ");
}

/** @param {Page} page */
function hint({ view, step }) {
  const { coup } = view;
  switch (step.id) {
    case "draw":
      return step.reads ? t("hint.draw") : "";
    case "open_shoe":
      return t("hint.open_shoe", { n: view.sign?.decks ?? 0 });
    case "open_bets":
      return t("hint.open_bets", { n: view.coups + 1 });
    case "close_bets":
      return t("hint.close_bets", { n: money((coup?.bets ?? []).reduce((sum, bet) => sum + bet.stake, 0)) });
    case "stopped":
      return view.pending ? t("hint.stopped", { rank: t("or.above", { rank: wordOf("rank.", view.pending.decides) }) }) : "";
    case "paid":
      return due(coup?.settlement);
    case "choices":
      return t("hint.choices", { who: step.who?.join(", ") ?? "" });
    case "insurance":
      return t("hint.insurance", { offers: (coup?.offers ?? []).map((offer) => t("dealer.at", { side: t(offer.insures), odds: oddsWords(offer.odds) })).join(", ") });
    default:
      return t(`hint.${step.id}`);
  }
}

/** What may be done besides the step. @param {Page} page */
function also(page) {
  const { view, step, me } = page;
  const { instead } = step;
  return h("div", { class: "also" },
    instead && page.may(instead) && h("button", { type: "button", class: "instead", onclick: () => page.send(instead, {}) }, t(`instead.${instead}`)),
    step.id === "stopped" && view.pending && mayDecide(me.role, view.pending.decides) &&
      h("a", { class: "button", href: `/pit#${encodeURIComponent(view.table)}` }, t("dealer.open.pit")));
}

/** A patron's request, right below the step: once the card is drawn it is too late to answer. @param {Request} request @param {Page} page @param {boolean} first the keys are the first one's */
const requestLine = (request, page, first) => h("div", { key: `${request.patron} ${request.cards.join()}` },
  requestBox(request, { cite, answer: page.may("squeeze") ? (decline) => answer(page, request, decline) : null, keys: first ? keysOf(request) : [] }));

/** @param {Page} page @param {Request} request @param {boolean} decline */
export async function answer(page, request, decline) {
  for (const fields of answersTo(request, decline)) await page.send("squeeze", fields);
}

/** Report the card that came when none was due. @param {Page} page */
export const reportSurplus = (page) => reportForm(page, { what: surplusKind(page.view.phase), cards: page.surplus });

/** A card that was read while none was due, and what the dealer may do about it. @param {Page} page */
function surplus(page) {
  const forget = () => { page.surplus = ""; page.redraw(); };
  return h("section", { class: "panel surplus", role: "alert" },
    h("punto-card", { face: page.surplus }),
    h("div", {}, h("p", {}, h("b", {}, t("surplus.read", { card: cardName(page.surplus) }))), h("p", { class: "quiet-text" }, t("surplus.nothing"))),
    h("div", { class: "answers" },
      h("button", { type: "button", class: "primary", onclick: () => reportSurplus(page) }, t("surplus.report"), " ", h("kbd", {}, "R")),
      mayBeMisread(page) && h("button", { type: "button", onclick: () => misreadForm(page, { card: page.surplus }) }, t("surplus.misread"), " ", h("kbd", {}, "M")),
      h("button", { type: "button", onclick: forget }, t("surplus.forget"), " ", h("kbd", {}, "Esc"))));
}

const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };

/** @param {string} rank */
const printed = (rank) => (rank === "T" ? "10" : rank);

/** The card that is read in, as far as it is typed. @param {CardEntry} entry */
function reading(entry) {
  const { card, whole } = entry;
  const key = (/** @type {string} */ name, /** @type {string} */ kind, /** @type {string} */ label, /** @type {string} */ text, /** @type {boolean} */ pressed) =>
    h("button", { type: "button", class: ["key-cap", kind, name], key: name, "aria-pressed": String(pressed), tabindex: -1, "aria-label": label,
      onclick: (event) => { const step = event.currentTarget.closest(".now")?.querySelector("button"); entry.take(name); step?.focus(); } }, text);
  return h("div", { class: "entry" },
    h("punto-card", { face: whole ? card : null, class: whole ? "read" : "unread" }),
    h("div", { class: "keys" },
      h("div", { class: "ranks" }, [..."A23456789TJQK"].map((rank) => key(rank, "rank", cardName(rank), printed(rank), card[0] === rank))),
      h("div", { class: "suits" }, Object.entries(SUITS).map(([suit, sign]) => key(suit, "suit", suitName(suit), sign, card[1] === suit)),
        h("output", { class: "typed", "aria-live": "polite" }, whole ? cardName(card) : card ? `${printed(card[0])} …` : ""))));
}
