// Who acts at a table in a position that is not their own, and the form that assigns somebody.

import { h } from "../lib/element.js";
import { t, wordOf } from "../lib/i18n.js";
import { timeOf } from "../lib/moment.js";
import { mayDecide } from "../lib/ranks.js";
import { field } from "./ruling.js";

/** @typedef {import("./doing.js").Doing} Doing */

/** The highest position is the Pit Manager's: a Shift Manager's deputy is appointed. @type {Api.Assign["position"][]} */
const POSITIONS = ["dealer", "pit_supervisor", "pit_manager"];

/** @param {Api.Assignment} assignment */
const assigned = (assignment) => h("li", { key: `${assignment.person} ${assignment.position}` }, h("b", {}, assignment.person),
  h("span", { class: "small" }, `${wordOf("rank.", assignment.position)} · ${assignment.until ? t("pit.assigned.until", { time: timeOf(assignment.until) }) : t("pit.assigned.closing")}`));

/** @param {Api.PitTableView} table @param {Doing} doing */
export function assigning(table, doing) {
  const own = POSITIONS.filter((position) => mayDecide(doing.me().role, position));
  const submit = async (/** @type {SubmitEvent & {currentTarget: HTMLFormElement}} */ event) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const until = String(data.get("until"));
    const position = POSITIONS.find((name) => name === data.get("position")) ?? "dealer";
    const fields = { person: String(data.get("person")).trim(), position, ...(until ? { until: new Date(until).toISOString() } : {}) };
    if (await doing.send(table.table, "assign", fields)) form.reset();
  };
  return h("div", {},
    h("p", { class: "small quiet-text" }, t("pit.assign.what")),
    table.assignments.length > 0 && h("ul", { class: "plain assigned" }, table.assignments.map(assigned)),
    doing.may("assign") && h("form", { class: "assigning thirds", onsubmit: submit },
      field("person", t("pit.person"), h("input", { name: "person", required: true, maxlength: 60, autocomplete: "off" })),
      field("position", t("pit.position"), h("select", { name: "position" }, own.map((position) => h("option", { value: position }, t(`rank.${position}`))))),
      field("until", t("pit.until"), h("input", { name: "until", type: "datetime-local" })),
      h("div", { class: "ends" }, h("button", { type: "submit", class: "primary" }, t("pit.assign")))));
}
