// Who acts at a table in a position that is not their own, and the form that assigns somebody.

import { h } from "../lib/element.js";
import { t, wordOf } from "../lib/i18n.js";
import { timeOf } from "../lib/moment.js";
import { mayDecide } from "../lib/ranks.js";
import { field } from "./ruling.js";

/** @typedef {import("./doing.js").Doing} Doing */

/** The highest position is the Pit Manager's: a Shift Manager's deputy is appointed. @type {Api.Assign["position"][]} */
const POSITIONS = ["dealer", "pit_supervisor", "pit_manager"];

/** @param {Api.Assignment} one */
const assigned = (one) => h("li", { key: `${one.person} ${one.position}` }, h("b", {}, one.person),
  h("span", { class: "small" }, `${wordOf("rank.", one.position)} · ${one.until ? t("pit.assigned.until", { time: timeOf(one.until) }) : t("pit.assigned.closing")}`));

/** @param {Api.PitTableView} table @param {Doing} doing */
export function assigning(table, doing) {
  const own = POSITIONS.filter((one) => mayDecide(doing.me().role, one));
  const submit = async (/** @type {SubmitEvent & {currentTarget: HTMLFormElement}} */ event) => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const until = String(given.get("until"));
    const position = POSITIONS.find((one) => one === given.get("position")) ?? "dealer";
    const fields = { person: String(given.get("person")).trim(), position, ...(until ? { until: new Date(until).toISOString() } : {}) };
    if (await doing.send(table.table, "assign", fields)) form.reset();
  };
  return h("div", {},
    h("p", { class: "small quiet-text" }, t("pit.assign.what")),
    table.assignments.length > 0 && h("ul", { class: "plain assigned" }, table.assignments.map(assigned)),
    doing.may("assign") && h("form", { class: "assigning thirds", onsubmit: submit },
      field("person", t("pit.person"), h("input", { name: "person", required: true, maxlength: 60, autocomplete: "off" })),
      field("position", t("pit.position"), h("select", { name: "position" }, own.map((one) => h("option", { value: one }, t(`rank.${one}`))))),
      field("until", t("pit.until"), h("input", { name: "until", type: "datetime-local" })),
      h("div", { class: "ends" }, h("button", { type: "submit", class: "primary" }, t("pit.assign")))));
}
