// Real chips that are to move after a payment was taken back: a person of the rank enters what moved, or that the felt was right.

import { h } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { money } from "../lib/money.js";

/** @typedef {import("./doing.js").Doing} Doing */

/** What moved, as the form has it: as it was due where nothing else was written. @param {FormData} data @param {Api.PitTableView["chips_due"]} due */
export const movedOf = (data, due) => due.map((entry) => {
  const text = String(data.get(`moved:${entry.patron}`) ?? "").trim();
  const amount = text === "" ? Math.abs(entry.amount) : Number(text);
  return { patron: entry.patron, amount: entry.amount < 0 ? 0 - amount : amount };
});

/** @param {Api.PitTableView} table @param {Doing} doing */
export function chipsPanel(table, doing) {
  const due = table.chips_due;
  if (!due.length) return null;
  const may = doing.may("enter_chips");
  const submit = (/** @type {SubmitEvent & {currentTarget: HTMLFormElement}} */ event) => {
    event.preventDefault();
    doing.send(table.table, "enter_chips", { moved: movedOf(new FormData(event.currentTarget), due) });
  };
  const row = (/** @type {Api.ChipsDueView} */ entry) => h("tr", { key: entry.patron, data: { patron: entry.patron } },
    h("th", { scope: "row" }, entry.patron),
    h("td", { class: "num collect" }, entry.amount < 0 ? money(-entry.amount) : "–"), h("td", { class: "num hand-out" }, entry.amount > 0 ? money(entry.amount) : "–"),
    may && h("td", { class: "num" }, h("input", { name: `moved:${entry.patron}`, type: "number", min: 0, max: Math.abs(entry.amount), step: 1, placeholder: String(Math.abs(entry.amount)), "aria-label": t("pit.moved.of", { patron: entry.patron }) })));
  return h("section", { class: "panel chips-due", key: "chips" }, h("h3", {}, t("pit.chips")),
    h("form", { onsubmit: submit },
      h("table", { class: "figures money" },
        h("thead", {}, h("tr", {}, h("th", {}, t("patron")), h("th", { class: "num" }, t("pit.collect")), h("th", { class: "num" }, t("pit.hand_out")), may && h("th", { class: "num" }, t("pit.moved")))),
        h("tbody", {}, due.map(row))),
      h("p", { class: "small quiet-text" }, t("pit.chips.what")),
      may && h("p", { class: "ends" },
        h("button", { type: "button", onclick: () => doing.send(table.table, "enter_chips", { felt_was_right: true }) }, t("pit.felt.right")),
        h("button", { type: "submit", class: "primary" }, t("pit.chips.enter")))));
}
