// Worked coups: each told step by step as a dealer would, with the paragraph behind every step.

import "../lib/cards.js";
import { cite, setParagraphs, wordsOf } from "../lib/cite.js";
import { betName, namesOf } from "../lib/bet-name.js";
import { drawing } from "../lib/draw.js";
import { h } from "../lib/element.js";
import { pick, t, wordOf } from "../lib/i18n.js";
import { money, signed } from "../lib/money.js";
import { oddsWords } from "../lib/odds-words.js";
import { bookData, chosenBook, siteAddress, siteIndex } from "../lib/site.js";
import "../lib/site-footer.js";
import "../lib/site-header.js";
import { total, whyWords } from "./draw-words.js";

/** @typedef {import("../lib/site.js").WorkedCoup} WorkedCoup */
/** @typedef {import("../lib/site.js").CoupSteps} CoupSteps */
/** @typedef {import("../lib/site.js").BetEnd} BetEnd */

const root = /** @type {HTMLElement} */ (document.getElementById("page"));
const site = await siteIndex();
let data = await bookData(chosenBook(site));
setParagraphs(wordsOf(data.book));

/** @param {string} id */
async function choose(id) {
  data = await bookData(id);
  setParagraphs(wordsOf(data.book));
  history.replaceState(null, "", `#${encodeURIComponent(id)}`);
  redraw();
}

/** @param {CoupSteps} steps @param {"player" | "banker"} side */
function hand(steps, side) {
  const cards = steps[side].split(" ");
  return h("div", { class: ["hand", side, steps.result.winner === side && "won"] },
    h("p", {}, h("b", {}, t(side)), h("span", { class: "points" }, total(cards))),
    h("div", { class: "cards" }, cards.map((card, at) => h("punto-card", { face: card, key: `${at} ${card}`, class: at === 2 && "third" }))));
}

/** @param {CoupSteps} steps @param {string} window */
const offersIn = (steps, window) => steps.offers.filter((offer) => offer.window === window).map((offer, at) => h("li", { key: `${window} ${at}` },
  t("coup.offer", { insurance: wordOf("insurance.", offer.insures), window: wordOf("window.", offer.window), odds: oddsWords(offer.odds), p: offer.player, b: offer.banker }),
  offer.most_stake ? ` ${t("coup.most", { n: money(offer.most_stake) })}` : null, " ", cite(offer.cite)));

/** What happened, in the order of the table: insurance after four cards, Player's decision, insurance after its third card, Banker's. @param {CoupSteps} steps */
function course(steps) {
  const [first, ...rest] = steps.draws.map((step, at) => h("li", { key: `draw ${at}` }, whyWords(steps, step), " ", cite(step.cite)));
  return h("ol", { class: "course" }, offersIn(steps, "after_four_cards"), first, offersIn(steps, "after_player_third_card"), rest);
}

/** @param {Draw.Child} name @param {number} stake @param {BetEnd} end @param {string} key */
function line(name, stake, end, key) {
  const won = end.payback - stake;
  return h("tr", { key, class: end.outcome },
    h("th", { scope: "row" }, name),
    h("td", { class: "num" }, money(stake)),
    h("td", { class: "end" }, end.outcome === "win" && end.odds ? [oddsWords(end.odds), end.commission ? ` ${t("coup.commission", { n: money(end.commission) })}` : null] : t(`coup.${end.outcome}`)),
    h("td", { class: "num result" }, signed(won), end.exact && h("small", { class: "exact" }, end.exact)),
    h("td", { class: "where" }, cite(end.cite)));
}

/** @param {WorkedCoup} coup */
function settlement({ stake, steps }) {
  const names = namesOf(data.book);
  // What won stands first; the rest is there to be looked up.
  const order = { win: 0, push: 1, lose: 2 };
  const bets = Object.entries(steps.bets).sort(([, first], [, second]) => order[first.outcome] - order[second.outcome]);
  const all = [...Object.values(steps.bets).map((end) => end.payback - stake), ...steps.insurance.map((end) => end.payback - end.stake)];
  return h("div", { class: "scroll-x" }, h("table", { class: "figures settled" },
    h("thead", {}, h("tr", {}, h("th", {}, t("odds.bet")), h("th", { class: "num" }, t("stake")), h("th", {}, t("coup.end")), h("th", { class: "num" }, t("coup.won")), h("th", {}, t("coup.where")))),
    h("tbody", {},
      steps.insurance.map((end, at) => line([wordOf("insurance.", end.insures), h("small", {}, wordOf("window.", end.window))], end.stake, end, `insurance ${at}`)),
      bets.map(([bet, end]) => line(betName(names, bet), stake, end, bet))),
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, t("sum")), h("td"), h("td"), h("td", { class: "num result" }, signed(all.reduce((sum, gain) => sum + gain, 0))), h("td")))));
}

/** @param {CoupSteps} steps */
function outcome({ result }) {
  const n = Math.max(result.player_points, result.banker_points);
  return result.winner === "tie" ? t("coup.tie", { n }) : t("coup.wins", { side: t(result.winner), n });
}

/** @param {WorkedCoup} coup @param {number} at */
function coupPanel(coup, at) {
  const { steps } = coup;
  return h("article", { class: "panel coup", key: steps.cards, data: { cards: steps.cards } },
    h("header", {}, h("h2", {}, h("span", { class: "quiet-text" }, `${at + 1} `), h("span", { class: steps.result.winner }, outcome(steps))), h("code", { class: "small quiet-text" }, steps.cards)),
    h("div", { class: "felt" }, hand(steps, "player"), hand(steps, "banker")),
    course(steps),
    settlement(coup));
}

const view = () => {
  document.title = `${t("site.page.coups")} – Punto`;
  return [
    h("section", { class: "page-head" },
      h("h1", {}, t("coup.title")),
      h("p", {}, t("coup.about", { stake: data.coups[0]?.stake ?? 0 })),
      h("div", { class: "picks" },
        h("label", {}, h("span", {}, t("odds.rulebook")),
          h("select", { name: "rulebook", value: data.book.id, onchange: ({ currentTarget }) => choose(currentTarget.value) }, site.rulebooks.map((row) => h("option", { value: row.id }, pick(row.title))))),
        h("a", { class: "button", href: siteAddress(`rulebooks/${data.book.id}.html`) }, t("coup.book")))),
    h("div", { class: "coups" }, data.coups.map(coupPanel)),
  ];
};

const redraw = drawing(root, view);
addEventListener("hashchange", () => choose(chosenBook(site)));
