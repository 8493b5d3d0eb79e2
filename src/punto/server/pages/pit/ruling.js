// A ruling: for what no clause covers, with its reason and the money it moves.

import { h } from "../lib/element.js";
import { t } from "../lib/i18n.js";

/** @typedef {import("./doing.js").Doing} Doing */

/** @param {string} name @param {string} label @param {Draw.Child} control */
export const field = (name, label, control) => h("label", { class: "field", key: name }, h("span", {}, label), control);

/** Rows of money that somebody added to a ruling, by the form they stand in. @type {Map<string, number[]>} */
const adding = new Map();
let added = 0;

/** @param {HTMLFormElement} form @returns {Api.Adjustment[]} */
function adjustments(form) {
  const data = new FormData(form);
  const amounts = data.getAll("amount").map(Number);
  return data.getAll("patron").map((patron, at) => ({ patron: String(patron).trim(), amount: amounts[at] })).filter((adjustment) => adjustment.patron && adjustment.amount);
}

/** @param {FormData} data @returns {Api.FieldsOf<"rule">} */
const ruled = (data) => ({
  reason: String(data.get("reason")), coup: data.get("coup") === "void" ? "void" : "continue",
  ...(data.has("options") ? { options: true } : {}), ...(data.has("bets") ? { bets: true } : {}),
});

/** `place` says where on the page it is written. @param {Api.PitTableView} table @param {Doing} doing @param {string} place */
export function rulingForm(table, doing, place) {
  const form = `${place}-${table.table}`;
  const rows = adding.get(form) ?? [];
  const keep = (/** @type {number[]} */ now) => {
    adding.set(form, now);
    doing.redraw();
  };
  const row = (/** @type {number} */ number) => h("div", { class: "adjust", key: number },
    h("input", { name: "patron", list: `here-${form}`, "aria-label": t("patron"), placeholder: t("patron"), maxlength: 60 }),
    h("input", { name: "amount", type: "number", step: 1, "aria-label": t("pit.amount"), placeholder: t("pit.amount") }),
    h("button", { type: "button", class: "quiet", "aria-label": t("cancel"), onclick: () => keep(rows.filter((other) => other !== number)) }, "×"));
  const submit = async (/** @type {SubmitEvent & {currentTarget: HTMLFormElement}} */ event) => {
    event.preventDefault();
    const at = event.currentTarget;
    if (!(await doing.send(table.table, "rule", { ...ruled(new FormData(at)), adjustments: adjustments(at) }))) return;
    at.reset();
    keep([]);
  };
  return h("form", { class: "ruling", onsubmit: submit },
    h("p", { class: "small quiet-text" }, t("pit.ruling.what")),
    field("reason", t("reason"), h("textarea", { name: "reason", rows: 2, maxlength: 2000, required: true })),
    field("coup", t("pit.rule.coup"), h("select", { name: "coup" }, h("option", { value: "continue" }, t("pit.rule.continue")), h("option", { value: "void" }, t("pit.rule.void")))),
    h("label", { class: "check", key: "options" }, h("input", { type: "checkbox", name: "options" }), " ", t("pit.rule.options")),
    h("label", { class: "check", key: "bets" }, h("input", { type: "checkbox", name: "bets" }), " ", t("pit.rule.bets")),
    h("datalist", { id: `here-${form}` }, table.people.map((person) => h("option", { value: person.patron }))),
    h("div", { class: "adjustments" }, rows.map(row)),
    h("div", { class: "ends" },
      h("button", { type: "button", key: "add", onclick: () => keep([...rows, ++added]) }, t("pit.adjust")),
      h("button", { type: "submit", class: "primary", key: "rule" }, t("pit.rule"))));
}
