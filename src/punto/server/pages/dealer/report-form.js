// To report what went wrong: the clause and our words on it stand beside each kind.

import { cardName } from "../lib/cards.js";
import { cite, says } from "../lib/cite.js";
import { h } from "../lib/element.js";
import { t, wordOf } from "../lib/i18n.js";
import { betName } from "../lib/bet-name.js";
import { mayDecide } from "../lib/ranks.js";
import { choose, field } from "./dialog.js";
import { cardIn } from "./entry.js";
import { boxesOf, mayBeMisread, patronsHere } from "./page.js";
import { placesOf } from "./places.js";
import { reportOf, rowsOf } from "./report.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("./report.js").Row} Row */

/** @typedef {{what: string, cards: string, card: string, place: number, patron: string, rows: Row[], next: number}} State of the form */

/** The clause, what it leads to and who decides. @param {Api.ReportableView} kind @param {Page} page */
function clause(kind, page) {
  const rank = wordOf("rank.", kind.decides);
  const waits = kind.leads_to !== "no_effect" && !mayDecide(page.me.role, kind.decides);
  return h("div", { class: "clause", "aria-live": "polite" },
    h("p", {}, kind.cite && cite(kind.cite), " ", says(kind.says) || t("report.uncovered")),
    h("p", { class: "quiet-text" }, wordOf("leads.", kind.leads_to), " ", kind.options !== "never" && wordOf("options.", kind.options), " ",
      `${t("decides")}: ${t("or.above", { rank })}`),
    waits && h("p", { class: "waits" }, t("report.waits", { rank: t("or.above", { rank }) })));
}

/** Which card it was: each that lies, in the order drawn. @param {Page} page @param {State} state */
function places(page, state) {
  const drawnCards = placesOf(page.view.coup);
  if (!drawnCards.length) return h("p", { class: "warning", key: "place" }, t("report.no.cards"));
  return h("fieldset", { class: "places", key: "place" }, h("legend", {}, t("report.place")),
    drawnCards.map(({ place, face, side }) => h("label", { class: ["place-of", side], key: place },
      h("input", { type: "radio", name: "place", value: place, checked: place === state.place, required: true }),
      h("punto-card", { face }),
      h("span", {}, side ? t("report.place.side", { n: place, side: t(side) }) : String(place)))));
}

/** What it really is: typed, or scanned once more. @param {Page} page @param {State} state */
const trueCard = (page, state) => field(t("report.card"), [
  h("input", { name: "card", required: true, maxlength: 3, autocomplete: "off", spellcheck: "false", autofocus: true,
    // The field is only ever what was typed last: a card that is scanned takes its place.
    props: { value: state.card }, oninput: (event) => { state.card = event.currentTarget.value; page.redraw(); } }),
  h("output", { class: "card-name" }, cardIn(state.card) ? cardName(cardIn(state.card)) : ""),
], "card");

/** Where a patron's chips lay: a line each; none for none. @param {Page} page @param {State} state */
function lay(page, state) {
  const bets = Object.keys(page.bets.names).map((id) => /** @type {[string, string]} */ ([id, betName(page.bets.names, id)]));
  const boxes = boxesOf(page).map((n) => /** @type {[string, string]} */ ([String(n), String(n)]));
  const change = (/** @type {Row} */ row, /** @type {Partial<Row>} */ to) => { Object.assign(row, to); page.redraw(); };
  return h("fieldset", { class: "lay", key: "lay" }, h("legend", {}, t("report.lay")),
    state.rows.map((row, at) => h("div", { class: "lay-row", key: row.id },
      choose("", boxes, String(row.box), { "aria-label": t("report.lay.box", { n: at + 1 }), onchange: (event) => change(row, { box: Number(event.currentTarget.value) }) }),
      choose("", bets, row.bet, { "aria-label": t("report.lay.bet", { n: at + 1 }), onchange: (event) => change(row, { bet: event.currentTarget.value }) }),
      h("input", { type: "number", min: 1, step: 1, required: true, value: row.stake || "", "aria-label": t("report.lay.stake", { n: at + 1 }),
        oninput: (event) => change(row, { stake: Number(event.currentTarget.value) }) }),
      h("button", {
        type: "button", class: "quiet", "aria-label": t("report.lay.less", { n: at + 1 }),
        onclick: () => { state.rows = state.rows.filter((other) => other !== row); page.redraw(); },
      }, "×"))),
    !state.rows.length && h("p", { class: "quiet-text" }, t("report.lay.none")),
    h("button", { type: "button", onclick: () => { state.rows = [...state.rows, { id: state.next++, box: 1, bet: bets[0]?.[0] ?? "", stake: 0 }]; page.redraw(); } }, t("report.lay.more")));
}

/** Whose chips they were: also somebody's of whom there is no record. @param {Page} page @param {State} state */
const owner = (page, state) => [
  field(t("patron"), h("input", { name: "patron", required: true, maxlength: 60, list: "patrons-here", autocomplete: "off", value: state.patron,
    onchange: (event) => setOwner(page, state, event.currentTarget.value.trim()) }), "owner"),
  h("datalist", { id: "patrons-here" }, patronsHere(page).map((name) => h("option", { value: name }))),
];

/** @param {Page} page @param {State} state @param {string} patron */
function setOwner(page, state, patron) {
  if (patron === state.patron) return;
  state.patron = patron;
  state.rows = rowsOf(page.view.coup, patron).map((row) => ({ ...row, id: state.next++ }));
  page.redraw();
}

/** The fields a kind of report asks for. @param {Api.ReportableView} kind @param {Page} page @param {State} state @returns {Draw.Child} */
function fieldsOf(kind, page, state) {
  const decides = mayDecide(page.me.role, kind.decides);
  const patrons = patronsHere(page);
  const { windows } = page.dealer;
  /** @type {Record<string, () => Draw.Child>} */
  const controls = {
    cards: () => field(t("report.cards"), h("input", { name: "cards", autocomplete: "off", spellcheck: "false", value: state.cards }), "cards"),
    reconstruct: () => decides && field(t("report.reconstruct"),
      choose("reconstruct", [["", t("report.unsaid")], ["yes", t("report.yes")], ["no", t("report.no")]], ""), "reconstruct"),
    new_cards: () => decides && kind.new_cards === "may_be_replaced" &&
      h("label", { class: "check" }, h("input", { type: "checkbox", name: "new_cards", value: "yes" }), " ", t("report.new_cards")),
    patron: () => (kind.fields.includes("lay") ? owner(page, state) : field(t("patron"), choose("patron", patrons.map((name) => [name, name]), patrons[0] ?? ""), "patron")),
    box: () => field(t("report.box"), h("input", { name: "box", type: "number", min: 1, max: page.view.sign?.boxes, value: "1", required: true }), "box"),
    window: () => field(t("report.window"), choose("window", windows.map((name) => [name, wordOf("window.", name)]), windows[0] ?? ""), "window"),
    insures: () => field(t("report.insures"), choose("insures", [["banker", t("banker")], ["player", t("player")]], "banker"), "insures"),
    place: () => places(page, state),
    card: () => trueCard(page, state),
    lay: () => lay(page, state),
  };
  return kind.fields.map((name) => controls[name]?.());
}

/** @param {Page} page @param {Partial<Pick<State, "what" | "cards" | "card" | "place">>} begins */
export function reportForm(page, begins = {}) {
  const kinds = page.dealer.reports;
  const patron = patronsHere(page)[0] ?? "";
  const last = placesOf(page.view.coup).length;
  /** @type {State} */
  const state = { what: kinds[0].what, cards: "", card: "", place: last, patron, rows: rowsOf(page.view.coup, patron), next: 100, ...begins };
  const kind = () => kinds.find((report) => report.what === state.what) ?? kinds[0];
  page.open({
    title: () => t("report.title"),
    word: () => t("report.send"),
    body: () => [
      field(t("report.what"), choose("what", kinds.map((report) => [report.what, wordOf("what.", report.what)]), state.what,
        { onchange: (event) => { state.what = event.currentTarget.value; page.redraw(); } }), "what"),
      clause(kind(), page),
      h("div", { class: "more", key: state.what }, fieldsOf(kind(), page, state)),
      field(t("note"), h("textarea", { name: "note", rows: 2, maxlength: 500 }), "note"),
    ],
    scanned: (card) => { state.card = card; page.redraw(); },
    send: async (values) => {
      await page.give("report", reportOf(kind(), values, { card: cardIn(state.card) || state.card, rows: state.rows }));
      page.surplus = "";
    },
  });
}

/** That a card was read wrongly: the last one, unless another is named. @param {Page} page @param {{place?: number, card?: string}} [which] */
export function misreadForm(page, which = {}) {
  if (page.may("report") && mayBeMisread(page)) reportForm(page, { what: "misread_card", ...which });
}
