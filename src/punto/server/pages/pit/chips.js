// Real chips that a payment taken back has left to move: whoever has the rank enters what did, or that the felt was right.

import { h } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { money } from "../lib/money.js";

/** @typedef {import("./doing.js").Doing} Doing */

/** What moved, as the form has it: as it was due where nothing else was written. @param {FormData} given @param {Api.PitTableView["chips_due"]} due */
export const movedOf = (given, due) => due.map((one) => {
  const text = String(given.get(`moved:${one.patron}`) ?? "").trim();
  const amount = text === "" ? Math.abs(one.amount) : Number(text);
  return { patron: one.patron, amount: one.amount < 0 ? 0 - amount : amount };
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
  const row = (/** @type {Api.ChipsDueView} */ one) => h("tr", { key: one.patron, data: { patron: one.patron } },
    h("th", { scope: "row" }, one.patron),
    h("td", { class: "num collect" }, one.amount < 0 ? money(-one.amount) : "–"), h("td", { class: "num hand-out" }, one.amount > 0 ? money(one.amount) : "–"),
    may && h("td", { class: "num" }, h("input", { name: `moved:${one.patron}`, type: "number", min: 0, max: Math.abs(one.amount), step: 1, placeholder: String(Math.abs(one.amount)), "aria-label": t("pit.moved.of", { patron: one.patron }) })));
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
