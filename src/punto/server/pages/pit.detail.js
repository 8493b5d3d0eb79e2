// One table looked at closely: what has to be decided first, then who plays, what is posted, what was reported, and what
// can be changed.

import { says } from "/assets/lib/cite.js";
import { h } from "/assets/lib/element.js";
import { pick, t } from "/assets/lib/i18n.js";
import { money } from "/assets/lib/money.js";
import { answersTo, requestBox, waitingRequests } from "/assets/lib/squeezes.js";
import { tableName } from "/assets/lib/tablename.js";
import { timeOf } from "/assets/lib/words.js";
import { decisionForm, rulingForm } from "/assets/pit.decide.js";
import { noticePanel } from "/assets/pit.notices.js";
import { signForm } from "/assets/pit.sign.js";
import { closing, switchPanel } from "/assets/pit.table.js";

/** Everything about a table, to be drawn over what is there. */
export function detail(table, pit, doing) {
  const path = encodeURIComponent(table.table);
  const fold = (name, body) => h("details", { class: "panel fold", data: { key: name, name } }, h("summary", {}, t(`pit.${name}`)), body);
  return [
    h("div", { class: "head" }, h("h2", {}, tableName(table)), h("p", { class: "game" }, pick(table.title)),
      h("nav", { class: "small", "aria-label": tableName(table) }, h("a", { href: `/dealer/${path}` }, t("page.dealer")), h("a", { href: `/board/${path}` }, t("pit.board")), h("a", { href: `/audit/${path}` }, t("page.log")))),
    table.pending && decisionForm(table, doing),
    requests(table, doing),
    choices(table, doing),
    excess(table, doing),
    people(table),
    noticePanel(table, pit, doing),
    reports(table),
    fold("sign", signForm(table, doing)),
    fold("switches", switchPanel(table, pit, doing)),
    doing.may("rule") && fold("ruling", rulingForm(table, doing, "fold")),
    fold("closing", closing(table, doing)),
  ];
}

const section = (name, title, ...body) => h("section", { class: ["panel", name], data: { key: name } }, h("h3", {}, title), body);

/** Requests to squeeze: the dealer answers them, and whoever is above the dealer may. */
function requests(table, doing) {
  const answer = (one) => async (decline) => {
    for (const fields of answersTo(one, decline)) await doing.send(table.table, "squeeze", fields);
  };
  return waitingRequests(table.coup).map((one) => {
    const box = requestBox(one, { cite: (of) => h("span", { class: "tag" }, `§ ${of}`), answer: doing.may("squeeze") ? answer(one) : null });
    box.dataset.key = `asks ${one.patron} ${one.cards.join(" ")}`;
    return box;
  });
}

function choices(table, doing) {
  const asked = table.people.filter((one) => one.choosing || one.chosen);
  if (!asked.length) return null;
  const choose = (one, option) => h("button", { type: "button", data: { key: option }, onclick: () => doing.send(table.table, "choose", { patron: one.patron, option }) }, t(`choice.${option}`));
  return section("choices", t("pit.choices"),
    h("ul", {}, asked.map((one) => h("li", { data: { key: one.patron, patron: one.patron } },
      h("span", { class: "name" }, one.patron, " ", h("span", { class: "quiet-text small" }, money(one.staked))),
      one.choosing && doing.may("choose") ? h("span", { class: "pair-of" }, choose(one, "continue"), choose(one, "return"))
        : h("b", {}, t(one.chosen ? `choice.${one.chosen}` : "choice.open"))))));
}

function excess(table, doing) {
  if (!table.excess.length) return null;
  return section("beyond", t("what.over_differential"),
    h("ul", { class: "plain" }, table.excess.map((one) => h("li", { data: { key: one.box } },
      h("span", {}, t("pit.excess.line", { box: one.box, banker: money(one.banker), player: money(one.player), limit: money(one.limit) })),
      table.phase === "betting" && doing.may("decide") && h("button", { type: "button", class: "danger", onclick: () => doing.send(table.table, "decide", { reject_excess: one.box }) }, t("pit.reject"))))));
}

function people(table) {
  const row = (one) => h("tr", { data: { key: one.patron } },
    h("td", {}, one.patron, one.left && h("span", { class: "tag" }, t("pit.walked"))),
    h("td", {}, one.boxes.join(", "), " ", h("span", { class: "quiet-text small" }, t(one.seated ? "seated" : "standing"))),
    h("td", { class: "num" }, money(one.staked)), h("td", { class: "num" }, one.insured ? money(one.insured) : "–"));
  return section("people", t("pit.at.table"), table.people.length
    ? h("table", { class: "figures" },
      h("thead", {}, h("tr", {}, h("th", {}, t("patron")), h("th", {}, t("pit.boxes")), h("th", { class: "num" }, t("stake")), h("th", { class: "num" }, t("pit.insured")))),
      h("tbody", {}, table.people.map(row)))
    : h("p", { class: "quiet-text" }, t("pit.nobody")));
}

/** Who did something: by name where one stands in the record, with the rank it was done with. */
const by = (person, rank) => [person, rank && t(`rank.${rank}`)].filter(Boolean).join(", ");

function told(event) {
  if (event.kind === "option_chosen") return `${event.patron}: ${t(`choice.${event.option}`)}`;
  const what = t(`pit.after.${event.kind}`);
  if (event.kind !== "decision_made" && event.kind !== "ruling_made") return event.cards ? `${what}: ${event.cards}` : what;
  return [what, by(event.person, event.decided_by), event.reason || event.note].filter(Boolean).join(" · ");
}

function reports(table) {
  if (!table.reports.length) return null;
  return section("reports", t("pit.reports"),
    h("ol", {}, table.reports.map((one) => h("li", { data: { key: one.version } },
      h("p", { class: "top" }, h("b", {}, t(`what.${one.what}`)), one.cite && h("span", { class: "tag" }, `§ ${one.cite}`), h("time", { class: "quiet-text small" }, timeOf(one.at))),
      one.person && h("p", { class: "small" }, t("pit.reported.by", { who: one.person })),
      one.says && h("p", { class: "small" }, says(one.says)),
      h("p", { class: "small quiet-text" }, t(`leads.${one.leads_to}`), one.note ? ` “${one.note}”` : ""),
      one.after.length > 0 && h("ul", { class: "small" }, one.after.map((event) => h("li", { data: { key: event.version } }, h("span", {}, told(event)), event.cite && h("span", { class: "tag" }, `§ ${event.cite}`))))))));
}
