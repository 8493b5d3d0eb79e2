// What is out of play, and the closing of a table.

import { asDrawn, h } from "../lib/element.js";
import { pick, t } from "../lib/i18n.js";
import { tableName } from "../lib/table-words.js";
import { switchName, switchWords } from "./notices.js";

/** @typedef {import("./doing.js").Doing} Doing */
/** @typedef {SubmitEvent & {currentTarget: HTMLFormElement}} Submitted */

const reason = () => h("input", { name: "reason", required: true, maxlength: 500, placeholder: t("reason"), "aria-label": t("reason"), autocomplete: "off" });

/** What is being put back, as somebody says why: the switches by their names. @type {Set<string>} */
const backing = new Set();

/** @param {Api.SwitchedOff} off @param {Doing} doing */
function putBack(off, doing) {
  const name = switchName(off.switch);
  const begin = (/** @type {MouseEvent & {currentTarget: HTMLElement}} */ event) => {
    const row = event.currentTarget.closest("li");
    backing.add(name);
    doing.redraw();
    // The table looked at is drawn once the page is.
    setTimeout(() => row?.querySelector("input")?.focus());
  };
  const end = () => {
    backing.delete(name);
    doing.redraw();
  };
  const submit = async (/** @type {Submitted} */ event) => {
    event.preventDefault();
    const why = String(new FormData(event.currentTarget).get("reason"));
    if (await doing.flip({ switch: off.switch, disabled: false, reason: why })) end();
  };
  if (!backing.has(name)) return h("button", { type: "button", key: "back", onclick: begin }, t("pit.switch.on"));
  return h("form", { class: "backing", key: "backing", onsubmit: submit }, reason(),
    h("button", { type: "submit", class: "primary", key: "on" }, t("pit.switch.on")), h("button", { type: "button", class: "quiet", key: "cancel", onclick: end }, t("cancel")));
}

/** What can be taken out of play from here and is not, with its words. @param {Api.PitTableView} table @param {Api.PitView} pit @returns {[Api.Switch, string][]} */
function targetsOf(table, pit) {
  const off = new Set(pit.switches.map((row) => switchName(row.switch)));
  /** @type {[Api.Switch, string][]} */
  const all = [
    [{ what: "table", id: table.table }, t("pit.switch.this")],
    ...Object.entries(table.bets).map(([id, name]) => /** @type {[Api.Switch, string]} */ ([
      { what: "bet", id, table: table.table },
      t("pit.switch.bet.here", { id: pick(name), table: tableName(table) }),
    ])),
    ...table.people.map((person) => /** @type {[Api.Switch, string]} */ ([{ what: "patron", id: person.patron }, t("pit.switch.patron", { id: person.patron })])),
    [{ what: "house" }, t("pit.switch.house")],
  ];
  return all.filter(([target]) => !off.has(switchName(target)));
}

/** What is out of play, and the form that takes something out. @param {Api.PitTableView} table @param {Api.PitView} pit @param {Doing} doing */
export function switchPanel(table, pit, doing) {
  const may = doing.switches();
  const targets = targetsOf(table, pit);
  const submit = async (/** @type {Submitted} */ event) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const which = targets.find(([target]) => switchName(target) === data.get("which"));
    const field = form.querySelector("input");
    if (which && field && (await doing.flip({ switch: which[0], disabled: true, reason: field.value }))) asDrawn(field);
  };
  return h("div", {},
    h("p", { class: "small quiet-text" }, t("pit.switch.what")),
    pit.switches.length ? h("ul", { class: "plain" }, pit.switches.map((off) => h("li", { key: switchName(off.switch) },
      h("span", {}, h("b", {}, switchWords(off.switch, pit)), h("br"), h("span", { class: "small quiet-text" }, `${off.by} · ${off.reason}`)),
      may && putBack(off, doing))))
      : h("p", { class: "quiet-text none" }, t("pit.switch.none")),
    may ? h("form", { class: "switching", onsubmit: submit },
      h("select", { name: "which", "aria-label": t("pit.switches") }, targets.map(([target, text]) => h("option", { value: switchName(target) }, text))),
      reason(), h("button", { type: "submit", class: "danger" }, t("pit.switch.off")))
      : h("p", { class: "small quiet-text who" }, t("pit.switch.who")));
}

/** Closing a shoe, the table, and opening it again. @param {Api.PitTableView} table @param {Doing} doing */
export function closing(table, doing) {
  const early = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const field = /** @type {HTMLFormElement} */ (event.currentTarget).querySelector("input");
    if (field && (await doing.send(table.table, "close_shoe", { reason: field.value }))) asDrawn(field);
  };
  const act = (/** @type {"close_table" | "open_table"} */ name, /** @type {boolean} */ when, /** @type {() => Promise<boolean>} */ give) =>
    h("button", { type: "button", key: name, disabled: !when, onclick: () => confirm(`${tableName(table)}: ${t(`pit.${name}`)}?`) && give() }, t(`pit.${name}`));
  return h("div", { class: "closing" },
    h("p", { class: "small quiet-text" }, table.shoe
      ? t("pit.shoe.says", { n: table.shoe.number, left: table.shoe.cards_left, commitment: table.shoe.commitment.slice(0, 16) || "–" })
      : t("pit.shoe.none")),
    doing.may("close_shoe") && table.shoe && h("form", { class: "early-close", key: "close_shoe", onsubmit: early },
      reason(), h("button", { type: "submit", disabled: table.phase !== "ready" && table.phase !== "paying" }, t("pit.close_shoe"))),
    doing.may("close_table") && h("div", { class: "ends" },
      act("close_table", table.phase === "idle", () => doing.send(table.table, "close_table", {})),
      act("open_table", table.phase === "closed", () => doing.send(table.table, "open_table", { ...table.opens_with }))));
}
