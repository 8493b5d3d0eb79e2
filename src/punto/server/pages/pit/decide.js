// A matter that waits: what was reported and by whom, its paragraph, the cards in the order drawn, and each answer with
// what it does to everybody's money, in the hands of whoever has the rank.

import { citeTag, says } from "../lib/cite.js";
import { h } from "../lib/element.js";
import { isWord, pick, t, wordOf } from "../lib/i18n.js";
import { money, signed } from "../lib/money.js";
import { why } from "../lib/refusal.js";
import { chipsOf, drawnCards, fieldsOf, kindOf, movesMoney } from "./answers.js";
import { field, rulingForm } from "./ruling.js";

/** @typedef {import("./doing.js").Doing} Doing */
/** @typedef {Api.PitTableView & {pending: Api.PendingView}} Stopped a table where a report waits */

/** @param {Api.PitTableView} table @returns {table is Stopped} */
export const isStopped = (table) => table.pending !== null;

/** A person by name, or the rank that stands in a record without names. @param {string} name */
export const personOf = (name) => (isWord(`rank.${name}`) ? wordOf("rank.", name) : name);

/** @param {Stopped} table @param {Doing} doing */
export function decisionForm(table, doing) {
  const { pending } = table;
  const { report } = pending;
  const may = doing.decides(table, pending.decides);
  return h("section", { class: "panel decision", "aria-live": "polite", key: `decision ${pending.what} ${pending.since}` },
    h("p", { class: "top" }, h("b", {}, wordOf("what.", pending.what)), " ", citeTag(pending.cite, pending.says), " ",
      pending.since && h("pit-time", { class: "age-of", props: { time: { at: pending.since, what: "age" } } })),
    h("p", { class: "small reported" }, [report.reporter && t("pit.reported.by", { who: personOf(report.reporter) }), report.note && `“${report.note}”`].filter(Boolean).join(" ")),
    pending.says && h("p", { class: "says" }, says(pending.says)),
    h("p", { class: "quiet-text small" }, pending.takes === "decision" && wordOf("leads.", pending.leads_to), " ",
      pending.options !== "never" && [wordOf("options.", pending.options), " ", citeTag(pending.options_cite)]),
    claim(table),
    cards(pending),
    h("p", { class: "who" }, `${t("decides")}: `, h("b", {}, t("or.above", { rank: wordOf("rank.", pending.decides) }))),
    pending.takes === "ruling" && may && rulingForm(table, doing, "decision"),
    answersForm(table, doing, may),
    !may && h("p", { class: "warning" }, t("pit.not.yours")));
}

/** What the report says besides its cards: whose chips, which insurance, which round. @param {Stopped} table */
function claim({ pending: { report, what }, bets }) {
  const parts = [
    report.of_coup && t("round.n", { n: report.of_coup }),
    report.patron,
    report.box && t("box", { n: report.box }),
    report.window && wordOf("window.", report.window),
    report.insures && t(`insurance.${report.insures}`),
    what === "misplaced_bet" && (report.lay.map((bet) => t("pit.lay", { box: bet.box, bet: pick(bets[bet.bet]) || bet.bet, stake: money(bet.stake) })).join(t("pit.comma")) || t("pit.lay.none")),
    what === "misread_card" && t("pit.misread", { n: report.place }),
  ].filter(Boolean);
  return parts.length > 0 && h("p", { class: "claim" }, parts.join(" · "));
}

/** @param {Api.PendingView} pending */
function cards(pending) {
  const namedCards = pending.what === "misread_card" && !pending.report.of_coup ? [] : pending.cards;
  return h("div", { class: "card-rows" },
    pending.drawn.length > 0 && h("figure", { class: "drawn" }, h("figcaption", { class: "small" }, t("pit.drawn")),
      h("ol", {}, drawnCards(pending).map(({ face, place, really }) => h("li", { key: place, class: really && "misread" },
        h("span", { class: "small place" }, place), h("punto-card", { face }), really && [h("span", { class: "arrow" }, "→"), h("punto-card", { face: really })])))),
    namedCards.length > 0 && h("figure", { class: "named" }, h("figcaption", { class: "small" }, t("pit.named")),
      h("ol", {}, namedCards.map((face, at) => h("li", { key: at }, h("punto-card", { face }))))));
}

/** @param {Stopped} table @param {Doing} doing @param {boolean} may */
function answersForm(table, doing, may) {
  const { pending, answers, shoe } = table;
  const ordered = answers.some((answer) => kindOf(answer) === "in_order") && shoe?.source === "physical" && pending.what !== "dealing_error";
  return h("form", { class: "ordering", onsubmit: (event) => event.preventDefault() },
    may && ordered && field("order", t("pit.order"), h("input", { name: "order", value: pending.cards.join(" "), autocomplete: "off", spellcheck: "false" })),
    may && ordered && h("p", { class: "small quiet-text" }, t("pit.order.what")),
    may && pending.new_cards === "may_be_replaced" && h("label", { class: "check" }, h("input", { type: "checkbox", name: "new_cards" }), " ", t("pit.new_cards")),
    may && field("note", t("note"), h("input", { name: "note", maxlength: 500, autocomplete: "off" })),
    h("div", { class: "answers-of" }, answers.map((answer) => answerBox(table, answer, doing, may))));
}

/** @param {HTMLFormElement} form @param {Stopped} table @param {Api.AnswerView} answer */
function decisionFields(form, table, answer) {
  const data = new FormData(form);
  const order = String(data.get("order") ?? "").trim();
  const other = order && order !== table.pending.cards.join(" ");
  return {
    ...fieldsOf(answer), note: String(data.get("note") ?? "").trim(),
    ...(answer.confirm && other ? { cards: order } : {}), ...(answer.confirm && data.has("new_cards") ? { new_cards: true } : {}),
  };
}

/** One answer and what comes of it. @param {Stopped} table @param {Api.AnswerView} answer @param {Doing} doing @param {boolean} may */
function answerBox(table, answer, doing, may) {
  const kind = kindOf(answer);
  const give = (/** @type {MouseEvent & {currentTarget: HTMLButtonElement}} */ { currentTarget: { form } }) =>
    form && doing.send(table.table, "decide", { ...decisionFields(form, table, answer), ...doing.acting(table, table.pending.decides) });
  return h("section", { class: ["answer", kind], key: kind, data: { answer: kind } },
    h("h4", {}, t(`pit.answer.${kind}`)),
    h("ul", { class: "small follows" }, follows(answer).map((line, at) => h("li", { key: at }, line))),
    answer.refusal ? h("p", { class: "small refused" }, why(answer.refusal)) : moneyTable(answer),
    may && !answer.refusal && h("p", { class: "ends" }, h("button", {
      type: "button", class: { dismiss: "", not_in_order: "", confirm: "primary", in_order: "primary" }[kind], onclick: give,
    }, t(`pit.give.${kind}`))));
}

/** What an answer leads to, line by line. @param {Api.AnswerView} answer @returns {string[]} */
function follows(answer) {
  const { result } = answer;
  return [
    answer.voids && t("pit.then.void"),
    result && t("pit.then.result", { winner: { player: t("player"), banker: t("banker"), tie: t("tie") }[result.winner] ?? result.winner, player: result.player_points, banker: result.banker_points }),
    answer.choosing.length > 0 && t("pit.then.choosing", { who: answer.choosing.join(t("pit.comma")) }),
    answer.new_cards && t("pit.after.cards_condemned"),
    answer.from_shoe && !answer.refusal && t("pit.then.from_shoe"),
    !answer.refusal && !answer.from_shoe && !movesMoney(answer) && t("pit.then.no_money"),
  ].filter((line) => typeof line === "string");
}

/** Everybody's money, now and then, and real chips to move. @param {Api.AnswerView} answer */
function moneyTable(answer) {
  if (!movesMoney(answer)) return null;
  const { collect, handOut } = chipsOf(answer);
  const chips = collect > 0 || handOut > 0;
  const row = (/** @type {Api.MoneyView} */ entry) => h("tr", { key: entry.patron, class: entry.now !== entry.then && "moves", data: { patron: entry.patron } },
    h("th", { scope: "row" }, entry.patron), h("td", { class: "num now" }, signed(entry.now)), h("td", { class: "num then" }, h("span", { class: "arrow" }, "→ "), signed(entry.then)),
    chips && h("td", { class: "num collect" }, entry.collect ? money(entry.collect) : "–"), chips && h("td", { class: "num hand-out" }, entry.hand_out ? money(entry.hand_out) : "–"));
  return h("table", { class: "figures money" },
    h("thead", {}, h("tr", {}, h("th", {}, t("patron")), h("th", { class: "num" }, t("pit.now")), h("th", { class: "num" }, t("pit.then")),
      chips && h("th", { class: "num" }, t("pit.collect")), chips && h("th", { class: "num" }, t("pit.hand_out")))),
    h("tbody", {}, answer.money.map(row)),
    chips && h("tfoot", {}, h("tr", {}, h("th", { scope: "row", colspan: 3 }, t("sum")), h("td", { class: "num" }, money(collect)), h("td", { class: "num" }, money(handOut)))));
}
