// The form that changes a table's sign. What is written in it stays there while the table plays on.

import { asDrawn, h } from "../lib/element.js";
import { pick, t } from "../lib/i18n.js";
import { say } from "../lib/toast.js";
import { isBetween } from "./prepared.js";
import { isSame } from "./same.js";

/** @typedef {import("./doing.js").Doing} Doing */
/** @typedef {import("./prepared.js").Settings} Settings */

/** @param {"stake_min" | "stake_max" | "differential_max" | "limits" | "rounding" | "commission"} name @param {Draw.Child} control */
const field = (name, control) => h("label", { class: "field", key: name }, h("span", {}, t(`pit.${name}`)), control);
/** @param {string} name @param {number | null} value @param {object} [more] */
const number = (name, value, more = {}) => h("input", { name, type: "number", min: 1, step: 1, value: value ?? "", placeholder: t("none"), ...more });
/** @param {string} name @param {[string, string][]} options @param {string} value */
const select = (name, options, value) => h("select", { name }, options.map(([key, text]) => h("option", { value: key, selected: key === value }, text)));

const ROUNDINGS = /** @type {const} */ (["down", "nearest", "refuse"]);
const RATE = "[0-9]{1,2}([.][0-9]{1,4})? ?%";

/** Least and most for each bet; both empty, the table's limits hold for it. @param {Api.PitTableView} table @param {Api.Sign} sign */
function betLimits(table, { bet_limits: own }) {
  /** @param {string} id @param {string} name @param {"least" | "most"} at @param {string} label */
  const half = (id, name, at, label) => h("input", {
    name: `${at}:${id}`, type: "number", min: 1, step: 1, value: own[id]?.[at === "least" ? 0 : 1] ?? "", "aria-label": `${name}: ${label}`,
  });
  return h("details", { class: "bet-limits", key: "bets" }, h("summary", {}, t("pit.bet_limits")),
    h("p", { class: "small quiet-text" }, t("pit.bet_limits.what")),
    h("table", { class: "figures" }, h("thead", {}, h("tr", {}, h("th", {}, t("bet")), h("th", {}, t("pit.stake_min")), h("th", {}, t("pit.stake_max")))),
      h("tbody", {}, Object.entries(table.bets).map(([id, both]) => h("tr", { key: id }, h("th", { scope: "row" }, pick(both)),
        h("td", {}, half(id, pick(both), "least", t("pit.stake_min"))), h("td", {}, half(id, pick(both), "most", t("pit.stake_max"))))))));
}

/** A field of the form. @param {HTMLFormElement} form @param {string} name */
function fieldOf(form, name) {
  const control = form.elements.namedItem(name);
  if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) throw new Error(`the form has no field ${name}`);
  return control;
}

/** @param {string} text */
const whole = (text) => (text === "" ? null : Number(text));

/** The limits of single bets in the form; null where a bet has half a limit, with a note that says so. @param {HTMLFormElement} form @param {Api.PitTableView["bets"]} bets */
function limitsIn(form, bets) {
  /** @type {Api.Sign["bet_limits"]} */
  const own = {};
  for (const id of Object.keys(bets)) {
    const [least, most] = ["least", "most"].map((at) => whole(fieldOf(form, `${at}:${id}`).value));
    if ((least === null) !== (most === null)) {
      say(t("pit.bet_limits.half", { bet: pick(bets[id]) }), { tone: "bad" });
      fieldOf(form, `${least === null ? "least" : "most"}:${id}`).focus();
      return null;
    }
    if (least !== null && most !== null) own[id] = [least, most];
  }
  return own;
}

/**
 * The settings that the form changes; null where its limits are incomplete.
 * @param {HTMLFormElement} form @param {Api.PitTableView} table @param {Api.Sign} sign @returns {Settings | null}
 */
function changedSettings(form, { bets, commission }, sign) {
  const own = limitsIn(form, bets);
  if (!own) return null;
  const data = new FormData(form);
  const text = (/** @type {string} */ name) => String(data.get(name) ?? "").trim();
  /** @type {Settings} */
  const settings = {
    stake_min: Number(text("stake_min")), stake_max: whole(text("stake_max")), differential_max: whole(text("differential_max")), bet_limits: own,
    limits: text("limits") === "observed" ? "observed" : "enforced", rounding: ROUNDINGS.find((rounding) => rounding === text("rounding")) ?? sign.rounding, face_down: data.has("face_down"),
    ...(commission ? { commission: text("commission") || null } : {}),
  };
  const before = new Map(Object.entries(sign));
  return Object.fromEntries(Object.entries(settings).filter(([name, value]) => !isSame(value, before.get(name))));
}

/** @param {HTMLFormElement} form */
function undo(form) {
  for (const control of form.elements) if (control instanceof HTMLInputElement && control.type !== "checkbox") asDrawn(control);
  for (const option of form.querySelectorAll("option")) option.selected = option.defaultSelected;
  for (const input of form.querySelectorAll("input")) if (input.type === "checkbox") input.checked = input.defaultChecked;
}

/** The sign: everybody of the pit reads it, a Pit Supervisor or above changes it between rounds. @param {Api.PitTableView} table @param {Doing} doing */
export function signForm(table, doing) {
  const { sign, commission } = table;
  if (!sign || table.phase === "closed") return h("p", { class: "quiet-text" }, t("pit.no.sign"));
  const may = doing.may("change_sign");
  const submit = (/** @type {SubmitEvent & {currentTarget: HTMLFormElement}} */ event) => {
    event.preventDefault();
    const settings = changedSettings(event.currentTarget, table, sign);
    if (settings && !Object.keys(settings).length) return void say(t("pit.unchanged"));
    return settings && doing.changeSign(table, settings);
  };
  return h("form", { class: "sign", onsubmit: submit },
    h("fieldset", { disabled: !may },
      h("div", { class: "thirds" },
        field("stake_min", number("stake_min", sign.stake_min, { required: true })),
        field("stake_max", number("stake_max", sign.stake_max)),
        field("differential_max", number("differential_max", sign.differential_max)),
        commission && field("commission", h("input", {
          name: "commission", value: sign.commission ?? "", placeholder: commission.rate, pattern: RATE, title: t("pit.commission.how"), autocomplete: "off",
        }))),
      h("div", { class: "halves" },
        field("limits", select("limits", [["enforced", t("pit.enforced")], ["observed", t("pit.observed")]], sign.limits)),
        field("rounding", select("rounding", ROUNDINGS.map((rounding) => [rounding, t(`rounding.${rounding}`)]), sign.rounding))),
      h("label", { class: "check" }, h("input", { type: "checkbox", name: "face_down", checked: sign.face_down }), " ", t("pit.face_down")),
      betLimits(table, sign),
      h("div", { class: "ends" },
        h("button", { type: "button", class: "quiet", key: "undo", onclick: (event) => event.currentTarget.form && undo(event.currentTarget.form) }, t("pit.undo")),
        h("button", { type: "submit", class: "primary", key: "change" }, t(isBetween(table) ? "pit.change" : "pit.change.after")))),
    h("p", { class: "small quiet-text" }, t(may ? "pit.between" : "pit.sign.who")));
}
