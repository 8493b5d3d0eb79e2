// Decisions and rulings: what the clause asks, in the hands of whoever has the rank.

import { says } from "/assets/lib/cite.js";
import { h } from "/assets/lib/element.js";
import { t } from "/assets/lib/i18n.js";

const field = (name, label, control) => h("label", { class: "field", data: { key: name } }, h("span", {}, label), control);

/** What was reported and waits, with its clause, and the buttons for those who may decide. */
export function decisionForm(table, doing) {
  const { pending } = table;
  const may = doing.decides(pending.decides);
  const rule = pending.takes === "ruling";
  const last = table.reports[0]?.what === pending.what ? table.reports[0] : null;
  return h("section", { class: "panel decision", "aria-live": "polite", data: { key: `decision ${last?.version ?? pending.what}` } },
    h("p", { class: "top" }, h("b", {}, t(`what.${pending.what}`)), " ", pending.cite && h("span", { class: "tag" }, `§ ${pending.cite}`)),
    (last?.person || last?.note) && h("p", { class: "small reported" }, [last.person && t("pit.reported.by", { who: last.person }), last.note && `“${last.note}”`].filter(Boolean).join(" ")),
    pending.says && h("p", { class: "says" }, says(pending.says)),
    h("p", { class: "quiet-text small" }, !rule && t(`leads.${pending.leads_to}`), " ",
      pending.options !== "never" && `${t(`options.${pending.options}`)} § ${pending.options_cite}`),
    pending.cards.length > 0 && h("div", { class: "small-cards" }, pending.cards.map((face) => h("punto-card", { face }))),
    h("p", { class: "who" }, `${t("decides")}: `, h("b", {}, t("or.above", { rank: t(`rank.${pending.decides}`) }))),
    rule && may && rulingForm(table, doing, "decision"),
    !rule && may && orderForm(table, doing),
    !may && h("p", { class: "warning" }, t("pit.not.yours")));
}

function orderForm(table, doing) {
  const { pending } = table;
  const decide = (reconstruct) => (event) => {
    const { order, note, new_cards: renew } = event.currentTarget.form.elements;
    return doing.send(table.table, "decide", { reconstruct, note: note.value, ...(order.value.trim() ? { cards: order.value.trim() } : {}), ...(renew?.checked ? { new_cards: true } : {}) });
  };
  return h("form", { class: "ordering", onsubmit: (event) => event.preventDefault() },
    field("order", t("pit.order"), h("input", { name: "order", value: pending.cards.join(" "), autocomplete: "off", spellcheck: "false" })),
    pending.new_cards === "may_be_replaced" && h("label", { class: "check" }, h("input", { type: "checkbox", name: "new_cards" }), " ", t("pit.new_cards")),
    field("note", t("note"), h("input", { name: "note", maxlength: 500 })),
    h("div", { class: "ends" },
      h("button", { type: "button", class: "primary", data: { key: "yes" }, onclick: decide(true) }, t("pit.reconstruct")),
      h("button", { type: "button", data: { key: "no" }, onclick: decide(false) }, t("pit.cannot"))));
}

/** Rows of money that somebody added to a ruling, by the form they stand in. */
const adding = new Map();
let added = 0;

/** A ruling with its reason and the money it moves; `place` says where on the page it is written. */
export function rulingForm(table, doing, place) {
  const form = `${place}-${table.table}`;
  const rows = adding.get(form) ?? [];
  const keep = (now) => {
    adding.set(form, now);
    doing.redraw();
  };
  const row = (number) => h("div", { class: "adjust", data: { key: number } },
    h("input", { name: "patron", list: `here-${form}`, "aria-label": t("patron"), placeholder: t("patron"), maxlength: 60 }),
    h("input", { name: "amount", type: "number", step: 1, "aria-label": t("pit.amount"), placeholder: t("pit.amount") }),
    h("button", { type: "button", class: "quiet", "aria-label": t("cancel"), onclick: () => keep(rows.filter((one) => one !== number)) }, "×"));
  const submit = async (event) => {
    event.preventDefault();
    const { reason, coup } = event.currentTarget.elements;
    const adjustments = [...event.currentTarget.querySelectorAll(".adjust")].map((one) => ({ patron: one.querySelector("[name=patron]").value.trim(), amount: Number(one.querySelector("[name=amount]").value) }))
      .filter((one) => one.patron && one.amount);
    if (!(await doing.send(table.table, "rule", { reason: reason.value, coup: coup.value, adjustments }))) return;
    reason.value = "";
    keep([]);
  };
  return h("form", { class: "ruling", onsubmit: submit },
    h("p", { class: "small quiet-text" }, t("pit.ruling.what")),
    field("reason", t("reason"), h("textarea", { name: "reason", rows: 2, maxlength: 2000, required: true })),
    field("coup", t("pit.rule.coup"), h("select", { name: "coup" }, h("option", { value: "continue" }, t("pit.rule.continue")), h("option", { value: "void" }, t("pit.rule.void")))),
    h("datalist", { id: `here-${form}` }, table.people.map((one) => h("option", { value: one.patron }))),
    h("div", { class: "adjustments" }, rows.map(row)),
    h("div", { class: "ends" }, h("button", { type: "button", data: { key: "add" }, onclick: () => keep([...rows, ++added]) }, t("pit.adjust")), h("button", { type: "submit", class: "primary", data: { key: "rule" } }, t("pit.rule"))));
}
