// The form that changes a table's sign. What is written in it stays there while the table plays on.

import { h } from "/assets/lib/element.js";
import { pick, t } from "/assets/lib/i18n.js";
import { asDrawn } from "/assets/lib/renew.js";
import { say } from "/assets/lib/toast.js";
import { isBetween } from "/assets/pit.prepared.js";

const field = (name, control) => h("label", { class: "field", data: { key: name } }, h("span", {}, t(`pit.${name}`)), control);
const number = (name, value, more = {}) => h("input", { name, type: "number", min: 1, step: 1, value: value ?? "", placeholder: t("none"), ...more });
const select = (name, options, value) => h("select", { name }, options.map(([key, text]) => h("option", { value: key, selected: key === value }, text)));

const RATE = "[0-9]{1,2}([.][0-9]{1,4})? ?%";

/** Least and most for each bet; both empty, the table's limits hold for it. */
function betLimits(table) {
  const { bet_limits: own } = table.sign;
  const half = (id, name, at, label) => h("input", { name: `${at}:${id}`, type: "number", min: 1, step: 1, value: own[id]?.[at === "least" ? 0 : 1] ?? "", "aria-label": `${name}: ${label}` });
  return h("details", { class: "bet-limits", data: { key: "bets" } }, h("summary", {}, t("pit.bet_limits")),
    h("p", { class: "small quiet-text" }, t("pit.bet_limits.what")),
    h("table", { class: "figures" }, h("thead", {}, h("tr", {}, h("th", {}, t("bet")), h("th", {}, t("pit.stake_min")), h("th", {}, t("pit.stake_max")))),
      h("tbody", {}, Object.entries(table.bets).map(([id, both]) => h("tr", { data: { key: id } }, h("th", { scope: "row" }, pick(both)),
        h("td", {}, half(id, pick(both), "least", t("pit.stake_min"))), h("td", {}, half(id, pick(both), "most", t("pit.stake_max"))))))));
}

const whole = (control) => (control.value === "" ? null : Number(control.value));

/** The settings that the form wants other than they are; null where a bet has half a limit, and that is said. */
function wanted(form, { sign, bets, commission }) {
  const at = form.elements;
  const own = {};
  for (const id of Object.keys(bets)) {
    const [least, most] = [whole(at[`least:${id}`]), whole(at[`most:${id}`])];
    if ((least === null) !== (most === null)) {
      say(t("pit.bet_limits.half", { bet: pick(bets[id]) }), { tone: "bad" });
      at[`${least === null ? "least" : "most"}:${id}`].focus();
      return null;
    }
    if (least !== null) own[id] = [least, most];
  }
  const said = {
    stake_min: Number(at.stake_min.value), stake_max: whole(at.stake_max), differential_max: whole(at.differential_max), bet_limits: own,
    limits: at.limits.value, rounding: at.rounding.value, face_down: at.face_down.checked, ...(commission ? { commission: at.commission.value.trim() || null } : {}),
  };
  const before = { ...sign, bet_limits: Object.fromEntries(Object.keys(bets).filter((id) => id in sign.bet_limits).map((id) => [id, sign.bet_limits[id]])) };
  return Object.fromEntries(Object.entries(said).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key])));
}

function undo(form, sign) {
  for (const one of form.elements) if (one.name && one.type !== "checkbox" && one.nodeName === "INPUT") asDrawn(one);
  form.elements.limits.value = sign.limits;
  form.elements.rounding.value = sign.rounding;
  form.elements.face_down.checked = sign.face_down;
}

/** The sign: everybody of the pit reads it, a Pit Supervisor or above changes it between rounds. */
export function signForm(table, doing) {
  const { sign, commission } = table;
  if (!sign || table.phase === "closed") return h("p", { class: "quiet-text" }, t("pit.no.sign"));
  const may = doing.may("change_sign");
  const submit = (event) => {
    event.preventDefault();
    const settings = wanted(event.currentTarget, table);
    if (settings && !Object.keys(settings).length) return void say(t("pit.unchanged"));
    return settings && doing.prepared.add(table, settings);
  };
  return h("form", { class: "sign", onsubmit: submit },
    h("fieldset", { disabled: !may },
      h("div", { class: "thirds" },
        field("stake_min", number("stake_min", sign.stake_min, { required: true })),
        field("stake_max", number("stake_max", sign.stake_max)),
        field("differential_max", number("differential_max", sign.differential_max)),
        field("limits", select("limits", [["enforced", t("pit.enforced")], ["observed", t("pit.observed")]], sign.limits)),
        field("rounding", select("rounding", ["down", "nearest", "refuse"].map((one) => [one, t(`rounding.${one}`)]), sign.rounding)),
        commission && field("commission", h("input", { name: "commission", value: sign.commission ?? "", placeholder: commission.rate, pattern: RATE, title: t("pit.commission.how"), autocomplete: "off" }))),
      h("label", { class: "check" }, h("input", { type: "checkbox", name: "face_down", checked: sign.face_down }), " ", t("pit.face_down")),
      betLimits(table),
      h("div", { class: "ends" },
        h("button", { type: "button", class: "quiet", data: { key: "undo" }, onclick: (event) => undo(event.currentTarget.form, table.sign) }, t("pit.undo")),
        h("button", { type: "submit", class: "primary", data: { key: "change" } }, t(isBetween(table) ? "pit.change" : "pit.change.after")))),
    h("p", { class: "small quiet-text" }, t(may ? "pit.between" : "pit.sign.who")));
}
