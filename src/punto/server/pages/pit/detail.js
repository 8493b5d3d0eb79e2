// One table looked at closely: what has to be decided first, then who plays, what is posted, what was reported, and what
// can be changed.

import { citeTag, says } from "../lib/cite.js";
import { h } from "../lib/element.js";
import { pick, t, wordOf } from "../lib/i18n.js";
import { timeOf } from "../lib/moment.js";
import { money } from "../lib/money.js";
import { secondPerson } from "../lib/second-person.js";
import { answersTo, requestBox, waitingRequests } from "../lib/squeezes.js";
import "../lib/table-bank.js";
import { tableName } from "../lib/table-words.js";
import { chipsPanel } from "./chips.js";
import { decisionForm, isStopped } from "./decide.js";
import { noticePanel } from "./notices.js";
import { rulingForm } from "./ruling.js";

/** @typedef {import("./doing.js").Doing} Doing */

/** What stands in the folds: fetched after the first drawing of what is read at a glance. */
const partsOfFolds = () => Promise.all([import("./assign.js"), import("./sign.js"), import("./table.js")]);
/** @type {Awaited<ReturnType<typeof partsOfFolds>> | null} */
let parts = null;
let loading = false;

/** Without a connection the next news tries again. @param {Doing} doing */
async function loadFolds(doing) {
  loading = true;
  parts = await partsOfFolds().catch(() => null);
  loading = false;
  if (parts) doing.redraw();
}

/** @param {"assigning" | "closing" | "ruling" | "sign" | "switches"} name @param {Draw.Child} body */
const fold = (name, body) => h("details", { class: "panel fold", key: name, data: { name } }, h("summary", {}, t(`pit.${name}`)), body);

/** @param {string} name @param {string} title @param {...Draw.Child} body */
const section = (name, title, ...body) => h("section", { class: ["panel", name], key: name }, h("h3", {}, title), body);

/** Everything about a table, to be drawn over what is there. @param {Api.PitTableView} table @param {Api.PitView} pit @param {Doing} doing @returns {Draw.Child} */
export function detail(table, pit, doing) {
  const path = encodeURIComponent(table.table);
  if (!parts && !loading) void loadFolds(doing);
  const [{ assigning }, { signForm }, { closing, switchPanel }] = parts ?? [{}, {}, {}];
  const late = t("fold.late");
  return [
    h("div", { class: "head" }, h("h2", {}, tableName(table)), h("p", { class: "game" }, pick(table.title)),
      h("nav", { class: "small", "aria-label": tableName(table) },
        h("a", { href: `/dealer/${path}` }, t("page.dealer")),
        h("a", { href: `/board/${path}` }, t("pit.board")),
        h("a", { href: `/audit/${path}` }, t("page.log")))),
    secondPerson(table.seconds, { me: doing.me(), answer: (waiting, decline) => doing.send(table.table, "confirm", { waiting, decline }) }),
    isStopped(table) && decisionForm(table, doing),
    chipsPanel(table, doing),
    h("table-bank", { key: "bank", props: { subject: { table: table.table, version: table.version, me: doing.me() } } }),
    requests(table, doing),
    choices(table, doing),
    excess(table, doing),
    people(table),
    noticePanel(table, pit, doing),
    reports(table),
    fold("sign", signForm?.(table, doing) ?? late),
    fold("switches", switchPanel?.(table, pit, doing) ?? late),
    doing.may("rule") && fold("ruling", rulingForm(table, doing, "fold")),
    table.phase !== "closed" && fold("assigning", assigning?.(table, doing) ?? late),
    fold("closing", closing?.(table, doing) ?? late),
  ];
}

/** Requests to squeeze: the dealer answers them, and whoever is above the dealer may. @param {Api.PitTableView} table @param {Doing} doing */
function requests(table, doing) {
  return waitingRequests(table.coup).map((request) => {
    const answer = async (/** @type {boolean} */ decline) => {
      for (const fields of answersTo(request, decline)) await doing.send(table.table, "squeeze", fields);
    };
    const box = requestBox(request, { cite: citeTag, answer: doing.may("squeeze") ? answer : null });
    return h("div", { class: "asking", key: `asks ${request.patron} ${request.cards.join(" ")}` }, box);
  });
}

/** The choice of each patron, the time left for it, and the end of that time. @param {Api.PitTableView} table @param {Doing} doing */
function choices(table, doing) {
  const choosers = table.people.filter((person) => person.choosing || person.chosen);
  if (!choosers.length) return null;
  const open = choosers.some((person) => person.choosing);
  const until = table.next?.waits_for === "choice" ? table.next.at : null;
  const choose = (/** @type {Api.AtCoup} */ person, /** @type {"continue" | "return"} */ option) =>
    h("button", { type: "button", key: option, onclick: () => doing.send(table.table, "choose", { patron: person.patron, option }) }, t(`choice.${option}`));
  return section("choices", t("pit.choices"),
    until && h("pit-time", { class: "time-of", props: { time: { at: until, what: "left" } } }),
    h("ul", {}, choosers.map((person) => h("li", { key: person.patron, data: { patron: person.patron } },
      h("span", { class: "name" }, person.patron, " ", h("span", { class: "quiet-text small" }, money(person.staked))),
      person.choosing && doing.may("choose") ? h("span", { class: "pair-of" }, choose(person, "continue"), choose(person, "return"))
        : h("b", {}, person.chosen ? wordOf("choice.", person.chosen) : t("choice.open"))))),
    open && doing.may("close_choices") && h("div", { class: "ends" }, h("span", { class: "small quiet-text" }, t("pit.close_choices.what")),
      h("button", { type: "button", onclick: () => doing.send(table.table, "close_choices", {}) }, t("pit.close_choices"))));
}

/** @param {Api.PitTableView} table @param {Doing} doing */
function excess(table, doing) {
  if (!table.excess.length) return null;
  return section("beyond", t("what.over_differential"),
    h("ul", { class: "plain" }, table.excess.map((line) => h("li", { key: line.box },
      h("span", {}, t("pit.excess.line", { box: line.box, banker: money(line.banker), player: money(line.player), limit: money(line.limit) })),
      table.phase === "betting" && doing.may("decide") && h("button", {
        type: "button", class: "danger", onclick: () => doing.send(table.table, "decide", { reject_excess: line.box }),
      }, t("pit.reject"))))));
}

/** @param {Api.PitTableView} table */
function people(table) {
  const row = (/** @type {Api.AtCoup} */ person) => h("tr", { key: person.patron },
    h("td", {}, person.patron, person.left && h("span", { class: "tag" }, t("pit.walked"))),
    h("td", {}, person.boxes.join(", "), " ", h("span", { class: "quiet-text small" }, t(person.seated ? "seated" : "standing"))),
    h("td", { class: "num" }, money(person.staked)), h("td", { class: "num" }, person.insured ? money(person.insured) : "–"));
  return section("people", t("pit.at.table"), table.people.length
    ? h("table", { class: "figures" },
      h("thead", {}, h("tr", {}, h("th", {}, t("patron")), h("th", {}, t("pit.boxes")), h("th", { class: "num" }, t("stake")), h("th", { class: "num" }, t("pit.insured")))),
      h("tbody", {}, table.people.map(row)))
    : h("p", { class: "quiet-text" }, t("pit.nobody")));
}

/** Who did something: by name where one stands in the record, with the rank it was done with. @param {string | null} person @param {string} rank */
const by = (person, rank) => [person, rank && wordOf("rank.", rank)].filter(Boolean).join(", ");

/** What came of a report, an event at a time. @param {Api.ReportView["after"][number]} event @returns {string} */
function consequence(event) {
  const what = wordOf("pit.after.", event.kind);
  switch (event.kind) {
    case "option_chosen": return `${event.patron}: ${t(`choice.${event.option}`)}`;
    case "decision_made": return [event.confirmed ? what : t("pit.after.dismissed"), by(event.person, event.decided_by), event.note].filter(Boolean).join(" · ");
    case "ruling_made": return [what, by(event.person, event.decided_by), event.reason].filter(Boolean).join(" · ");
    case "card_corrected": return `${what}: ${event.was} → ${event.card}`;
    case "report_withdrawn": return [what, event.note].filter(Boolean).join(" · ");
    case "bets_corrected": case "original_bet_returned": return `${what}: ${event.patron}`;
    case "cards_set_aside": case "cards_discarded": case "cards_reconstructed": return `${what}: ${event.cards}`;
    default: return what;
  }
}

/** @param {Api.PitTableView} table */
function reports(table) {
  if (!table.reports.length) return null;
  const after = (/** @type {Api.ReportView["after"][number]} */ event) => h("li", { key: event.version },
    h("span", {}, consequence(event)), "cite" in event && citeTag(event.cite));
  return section("reports", t("pit.reports"),
    h("ol", {}, table.reports.map((report) => h("li", { key: report.version },
      h("p", { class: "top" }, h("b", {}, wordOf("what.", report.what)), citeTag(report.cite, report.says), h("time", { class: "quiet-text small" }, timeOf(report.at))),
      report.person && h("p", { class: "small" }, t("pit.reported.by", { who: report.person })),
      report.says && h("p", { class: "small" }, says(report.says)),
      h("p", { class: "small quiet-text" }, wordOf("leads.", report.leads_to), report.note ? ` “${report.note}”` : ""),
      report.after.length > 0 && h("ul", { class: "small" }, report.after.map(after))))));
}
