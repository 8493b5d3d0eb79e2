// The terms beside the roads: the table's sign, what every bet pays, and insurance.

import { h } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { leaning } from "../lib/leaning.js";
import { money } from "../lib/money.js";
import { oddsWords } from "../lib/odds-words.js";
import { payLines } from "../lib/pay-words.js";
import { grids, payTable } from "../lib/paytables.js";
import { readingMark, readingNote } from "../lib/readings.js";
import { range, stakes } from "../lib/table-words.js";
import { both, other } from "./names.js";

/** The parts beside the roads, in their order; those of other leaves are there and not shown. @param {Api.TableView} view @param {Api.RulebookView} book @param {number[] | null} leaf the parts shown now; null for all */
export function terms(view, book, leaf) {
  const parts = [h("section", { class: "sign-panel ages", key: "sign" }, view.sign && sign(view.sign, book)), odds(view, book), ...insurance(view, book)];
  return h("div", { class: "terms-side" },
    insuredNow(view, book),
    h("div", { class: "leaf" }, parts.map((part, place) => h("div", { class: ["part", leaf && !leaf.includes(place) && "away"], key: place }, part))));
}

/** @param {Api.RulebookView} book @param {string} id */
const nameOf = (book, id) => both(book.bets.find((bet) => bet.id === id)?.name ?? { en: id, zh: id })[0];

/** @param {Api.Sign} sign @param {Api.RulebookView} book */
function sign(sign, book) {
  const commission = sign.commission ?? book.commission?.rate;
  const differential = sign.differential_max === null ? t("board.nodifferential") : money(sign.differential_max);
  return [
    h("p", { class: "stakes", key: "stake" }, h("span", {}, t("board.stake")), h("b", { data: { sign: "stake" } }, stakes(sign))),
    h("p", { class: "stakes", key: "differential" }, h("span", {}, t("board.differential")), h("b", { data: { sign: "differential" } }, differential)),
    h("p", { class: "own-limits" }, Object.entries(sign.bet_limits).map(([id, [least, most]]) => h("span", { key: id }, `${nameOf(book, id)} ${range(least, most)}`))),
    h("ul", { class: "terms" },
      h("li", {}, t("board.decks", { n: sign.decks }), readingMark(book.decks.cite)),
      h("li", {}, t(`rounding.${sign.rounding}`)),
      h("li", {}, t(`board.${sign.limits}`)),
      commission && h("li", {}, t("board.commission", { c: commission }))),
  ];
}

/** Whether the house takes its commission out of what this line pays. @param {Api.BetView} bet @param {{odds: string}} line */
const starred = (bet, line) => bet.pays.some((row) => row.commission && oddsWords(row.odds) === line.odds);

/** @param {Api.BetView} bet @param {boolean} off */
function betLine(bet, off) {
  const [first, second] = both(bet.name);
  return h("li", { class: [leaning(bet), off && "off"], key: bet.id, data: { bet: bet.id } },
    h("span", { class: "name" }, first, readingMark(bet.cite), h("small", { lang: other() }, second)),
    h("span", { class: "rows" }, payLines(bet).map((line) =>
      h("span", { class: "row" }, line.when && h("i", {}, line.when), h("b", {}, line.odds), starred(bet, line) && " *"))));
}

/** @param {Api.TableView} view @param {Api.RulebookView} book */
function odds(view, book) {
  const off = (/** @type {string} */ id) => view.disabled.some((entry) => entry.what === "bet" && entry.id === id);
  const less = book.bets.some((bet) => bet.pays.some((row) => row.commission));
  const read = readingNote(book.bets.map((bet) => bet.cite));
  return h("section", { class: "odds ages", key: "odds", data: { many: book.bets.length > 12 ? "true" : "false" } },
    h("h2", {}, t("board.pays")),
    h("ul", {}, book.bets.map((bet) => betLine(bet, off(bet.id)))),
    (less || read) && h("p", { class: "small marks" }, less && h("span", {}, t("board.less")), read));
}

/** @param {Api.OfferView} offer */
const offered = (offer) => h("p", { class: offer.insures },
  h("span", {}, t(`insurance.${offer.insures}`)),
  h("b", { data: { offer: offer.odds } }, oddsWords(offer.odds)),
  h("small", {}, `${t("player")} ${offer.player} : ${offer.banker} ${t("banker")}`));

/** What may be insured now: it stays where it is, whichever leaf is shown. @param {Api.TableView} view @param {Api.RulebookView} book */
export function insuredNow(view, book) {
  if (!book.insurance?.cells.length || (view.sign && !view.sign.insurance)) return null;
  const offers = view.coup?.offers ?? [];
  return h("div", { class: ["current", "ages", offers.length > 0 && "open"] },
    h("h2", {}, t("board.now")),
    offers.length ? offers.map(offered) : h("p", { class: "quiet" }, "–"));
}

/** The pay tables of insurance, those of each window together. @param {Api.TableView} view @param {Api.RulebookView} book */
function insurance(view, book) {
  const tables = grids(book.insurance?.cells ?? []);
  if (!tables.length) return [];
  if (view.sign && !view.sign.insurance) return [h("section", { class: "insurance ages", key: "withheld" }, h("p", { class: "withheld" }, t("board.withheld")))];
  const offers = view.coup?.offers ?? [];
  const windows = [...new Set(tables.map((grid) => grid.window))];
  return windows.map((window) => h("section", { class: "insurance ages", key: window },
    h("h2", {}, t("board.to1")),
    h("div", { class: "grids" }, tables.filter((grid) => grid.window === window).map((grid) => payTable(grid, offers)))));
}
