// The parts of a board that follow the play: its top with the cards, the roads with their counts, and its foot.

import "../lib/cards.js";
import { citeTag, wordsOf } from "../lib/cite.js";
import "../lib/countdown.js";
import { h } from "../lib/element.js";
import { language, speak, t } from "../lib/i18n.js";
import { linkWords } from "../lib/link.js";
import { timeOf } from "../lib/moment.js";
import "../lib/roads.js";
import { tableName } from "../lib/table-words.js";
import { changeFelt } from "../lib/theme.js";
import { deadline } from "../lib/time-left.js";
import { both, other } from "./names.js";

/** @param {Api.TableView} view @param {Api.RulebookView} book */
export function top(view, book) {
  const [first, second] = both(book.title);
  return h("header", { class: "top" },
    h("div", { class: "title" },
      h("h1", {}, tableName(view)),
      h("p", {}, h("span", { class: "game" }, first), " ", h("span", { class: "other", lang: other() }, second))),
    hands(view.coup),
    h("div", { class: "clock" }, state(view), h("punto-countdown", { props: { until: deadline(view)?.at ?? null } })));
}

/** @param {Api.CoupView | null} coup */
export function hands(coup) {
  const winner = coup?.settlement?.winner;
  const hand = (/** @type {Api.Side} */ side) => h("div", { class: ["hand", side, winner === side && "won"], key: side },
    h("span", { class: "side" }, t(side)),
    h("span", { class: "cards" }, coup?.[side].map((face, place) => h("punto-card", { key: `${coup.number} ${place}`, face }))),
    h("b", { class: "points" }, coup?.[`${side}_points`] ?? "–"));
  return h("div", { class: "hands" }, hand("player"), hand("banker"), winner === "tie" && h("b", { class: "tie-won" }, t("tie")));
}

/** @param {Api.TableView} view */
function state(view) {
  const { coup, shoe } = view;
  const numbers = [coup && t("board.round", { n: coup.number }), shoe && t("board.shoe", { n: shoe.number }), shoe && t("board.left", { n: shoe.cards_left })];
  return h("div", { class: "state" },
    h("b", { class: view.phase, key: "phase" }, t(`phase.${view.phase}`)),
    h("span", {}, numbers.filter(Boolean).join(" · ")),
    shoe?.last_coup && h("span", { class: "warn", key: "cut" }, t("board.cut")),
    view.disabled.some((entry) => entry.what !== "bet") && h("span", { class: "warn", key: "off" }, t("board.off")),
    h("span", { class: "age", role: "status" }, linkWords() || null));
}

/** How wide each road is, in columns. */
const ROADS = /** @type {const} */ ([
  ["bead_plate", { beads: 9 }], ["big_road", { columns: 18 }], ["big_eye_boy", { columns: 45 }],
  ["small_road", { columns: 22 }], ["cockroach_pig", { columns: 22 }],
]);

/** @param {Api.Roads} data */
export const roads = (data) => h("section", { class: "roads ages", "aria-label": t("table.roads") },
  ROADS.map(([name, wide]) => h("figure", { class: name },
    h("figcaption", {}, t(name)),
    h("punto-roads", { show: name, ...wide, props: { data } }))),
  h("div", { class: "under-roads" }, tally(data.counts), h("punto-roads", { show: "next", props: { data } })));

/** @param {Record<string, number>} counts */
function tally(counts) {
  const figure = (/** @type {string} */ key, /** @type {string} */ text) => [h("dt", { class: key }, text), h("dd", { key, data: { count: key } }, counts[key])];
  return h("dl", { class: "tally" },
    figure("banker", t("banker")), figure("player", t("player")), figure("tie", t("tie")),
    figure("banker_pair", t("board.pairs", { side: t("banker") })), figure("player_pair", t("board.pairs", { side: t("player") })),
    figure("coups", t("board.rounds")));
}

/** The seal of a sealed shoe, as it can be compared: its first figures. @param {Api.ShoeView | null} shoe */
const seal = (shoe) => shoe?.commitment && h("span", { class: "seal" }, t("board.seal"), " ", h("code", {}, shoe.commitment.slice(0, 16).replace(/(.{4})(?=.)/g, "$1 ")));

/** @param {Api.TableView} view @param {Api.RulebookView} book @param {{at: string, digest: string} | null} signed */
export function foot({ shoe }, book, signed) {
  const cite = book.irregularities.find((clause) => clause.what === "wrong_display")?.cite ?? book.procedure.display ?? "";
  return h("footer", {},
    h("p", { class: "prevails" }, t("board.prevails"), citeTag(cite, wordsOf(book)[cite])),
    h("p", { class: "small-print" }, h("span", {}, t("chips.are.play")), h("span", { class: "edition", lang: "en" }, `${book.id}@${book.edition}`), seal(shoe),
      signed && h("span", { class: "seal", key: "heads", title: t("board.heads.why") }, t("board.heads", { at: timeOf(signed.at), digest: signed.digest }))));
}

/** What somebody who is no display may press; it shows itself while a pointer moves. */
export const tools = () => h("div", { class: "tools", key: "tools" },
  h("button", { type: "button", class: "quiet", key: "language", lang: other(), onclick: () => speak(language() === "en" ? "zh" : "en") }, t("header.language")),
  h("button", { type: "button", class: "quiet", key: "felt", onclick: changeFelt, "aria-label": t("board.felt") }, "◐"),
  h("a", { href: "/" }, t("board.lobby")));
