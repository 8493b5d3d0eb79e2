// What is out of play, and the closing of a table.

import { h } from "/assets/lib/element.js";
import { pick, t } from "/assets/lib/i18n.js";
import { tableName } from "/assets/lib/tablename.js";
import { switchWords } from "/assets/pit.notices.js";

const reason = () => h("input", { name: "reason", required: true, maxlength: 500, placeholder: t("reason"), "aria-label": t("reason"), autocomplete: "off" });

/** What is being put back, as somebody says why: the switches by their text. */
const backing = new Set();

function putBack(off, doing) {
  const key = JSON.stringify(off.switch);
  const begin = (event) => {
    const row = event.currentTarget.closest("li");
    backing.add(key);
    doing.redraw();
    row.querySelector("input").focus();
  };
  const end = () => {
    backing.delete(key);
    doing.redraw();
  };
  const submit = async (event) => {
    event.preventDefault();
    if (await doing.flip({ switch: off.switch, disabled: false, reason: event.currentTarget.elements.reason.value })) end();
  };
  if (!backing.has(key)) return h("button", { type: "button", data: { key: "back" }, onclick: begin }, t("pit.switch.on"));
  return h("form", { class: "backing", data: { key: "backing" }, onsubmit: submit }, reason(),
    h("button", { type: "submit", class: "primary", data: { key: "on" } }, t("pit.switch.on")), h("button", { type: "button", class: "quiet", data: { key: "cancel" }, onclick: end }, t("cancel")));
}

/** What is out of play, and the form that takes something out. */
export function switchPanel(table, pit, doing) {
  const may = doing.switches();
  const targets = [
    [{ what: "table", id: table.table, table: "" }, t("pit.switch.this")],
    ...Object.entries(table.bets).map(([id, name]) => [{ what: "bet", id, table: table.table }, t("pit.switch.bet.here", { id: pick(name), table: tableName(table) })]),
    ...table.people.map((one) => [{ what: "patron", id: one.patron, table: "" }, t("pit.switch.patron", { id: one.patron })]),
    [{ what: "house", id: "", table: "" }, t("pit.switch.house")],
  ].map(([one, text]) => [JSON.stringify(one), text]).filter(([key]) => !pit.switches.some((off) => JSON.stringify(off.switch) === key));
  const submit = async (event) => {
    event.preventDefault();
    const at = event.currentTarget.elements;
    if (await doing.flip({ switch: JSON.parse(at.which.value), disabled: true, reason: at.reason.value })) at.reason.value = "";
  };
  return h("div", {},
    h("p", { class: "small quiet-text" }, t("pit.switch.what")),
    pit.switches.length ? h("ul", { class: "plain" }, pit.switches.map((off) => h("li", { data: { key: JSON.stringify(off.switch) } },
      h("span", {}, h("b", {}, switchWords(off.switch, pit)), h("br"), h("span", { class: "small quiet-text" }, `${off.by} · ${off.reason}`)),
      may && putBack(off, doing))))
      : h("p", { class: "quiet-text none" }, t("pit.switch.none")),
    may ? h("form", { class: "switching", onsubmit: submit },
      h("select", { name: "which", "aria-label": t("pit.switches") }, targets.map(([key, text]) => h("option", { value: key }, text))),
      reason(), h("button", { type: "submit", class: "danger" }, t("pit.switch.off")))
      : h("p", { class: "small quiet-text who" }, t("pit.switch.who")));
}

/** Closing a shoe, the table, and opening it again. */
export function closing(table, doing) {
  const act = (word, name, fields, when) => h("button", { type: "button", data: { key: name }, disabled: !when, onclick: () => confirm(`${tableName(table)}: ${t(word)}?`) && doing.send(table.table, name, fields) }, t(word));
  return h("div", { class: "closing" },
    h("p", { class: "small quiet-text" }, table.shoe ? t("pit.shoe.says", { n: table.shoe.number, left: table.shoe.cards_left, commitment: table.shoe.commitment.slice(0, 16) || "–" }) : t("pit.shoe.none")),
    doing.may("close_table") && h("div", { class: "ends" },
      act("pit.close_shoe", "close_shoe", {}, table.phase === "ready"),
      act("pit.close_table", "close_table", {}, table.phase === "idle"),
      act("pit.open_table", "open_table", table.opens_with, table.phase === "closed")));
}
