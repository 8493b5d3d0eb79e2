// A table's sign, its switches, and its closing.

import { says } from "/assets/lib/cite.js";
import { h } from "/assets/lib/element.js";
import { pick, t } from "/assets/lib/i18n.js";
import { money } from "/assets/lib/money.js";
import { say } from "/assets/lib/toast.js";

const field = (label, control) => h("label", { class: "field" }, h("span", {}, label), control);
const number = (name, value, least = 1) => h("input", { name, type: "number", min: least, step: 1, value: value ?? "", placeholder: t("none") });
const select = (name, options, value) => h("select", { name }, options.map(([key, text]) => h("option", { value: key, selected: key === value }, text)));

/** The sign: everybody of the pit reads it, a Pit Supervisor or above changes it between rounds. */
export function signForm(table, doing) {
  const sign = table.sign;
  if (!sign) return h("p", { class: "quiet-text" }, t("pit.no.sign"));
  const may = doing.may("change_sign");
  const now = may && ["idle", "ready"].includes(table.phase);
  const withheld = table.notice.may_withhold;
  const form = h("form", { class: "sign" },
    h("fieldset", { disabled: !now },
      h("div", { class: "thirds" },
        field(t("pit.stake_min"), number("stake_min", sign.stake_min)),
        field(t("pit.stake_max"), number("stake_max", sign.stake_max)),
        field(t("pit.differential_max"), number("differential_max", sign.differential_max)),
        field(t("pit.limits"), select("limits", [["enforced", t("pit.enforced")], ["observed", t("pit.observed")]], sign.limits)),
        field(t("pit.rounding"), select("rounding", ["down", "nearest", "refuse"].map((one) => [one, t(`rounding.${one}`)]), sign.rounding))),
      h("label", { class: "check" }, h("input", { type: "checkbox", name: "face_down", checked: sign.face_down }), " ", t("pit.face_down")),
      withheld && h("label", { class: "check" }, h("input", { type: "checkbox", name: "withhold", checked: !sign.insurance }), " ", t("pit.notice"), " ", h("span", { class: "tag" }, `§ ${table.notice.cite}`),
        h("span", { class: "quiet-text small" }, " ", says(table.notice.says))),
      table.notice.insurance && !withheld && h("p", { class: "small quiet-text" }, t("pit.no.notice")),
      h("div", { class: "ends" }, h("button", { type: "submit", class: "primary" }, t("pit.change")))),
    !may && h("p", { class: "small quiet-text" }, t("pit.sign.who")),
    may && !now && h("p", { class: "small quiet-text" }, t("pit.between")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const get = (name) => form.elements[name].value;
    const whole = (name) => (get(name) === "" ? null : Number(get(name)));
    const done = await doing.send(table.table, "change_sign", { settings: {
      stake_min: Number(get("stake_min")), stake_max: whole("stake_max"), differential_max: whole("differential_max"), limits: get("limits"), rounding: get("rounding"),
      face_down: form.elements.face_down.checked, ...(withheld ? { insurance: !form.elements.withhold.checked } : {}),
    } });
    if (done) say(t("pit.changed"), { tone: "good" });
  });
  return form;
}

const same = (one, other) => one.what === other.what && one.id === other.id && one.table === other.table;

/** What is out of play, and the form that takes something out. */
export function switchPanel(table, pit, me, doing) {
  const may = pit.may_switch.includes(me.role);
  const said = (one) => one.what === "house" ? t("pit.switch.house") : one.what === "table" ? t("pit.switch.table", { id: one.id })
    : one.what === "bet" ? t(one.table ? "pit.switch.bet.here" : "pit.switch.bet", { id: pick(table.bets[one.id]) || one.id, table: one.table }) : t("pit.switch.patron", { id: one.id });
  const targets = [
    [{ what: "table", id: table.table, table: "" }, t("pit.switch.this")],
    ...Object.entries(table.bets).map(([id, name]) => [{ what: "bet", id, table: table.table }, t("pit.switch.bet.here", { id: pick(name), table: table.name })]),
    ...table.people.map((one) => [{ what: "patron", id: one.patron, table: "" }, t("pit.switch.patron", { id: one.patron })]),
    [{ what: "house", id: "", table: "" }, t("pit.switch.house")],
  ].filter(([one]) => !pit.switches.some((off) => same(off.switch, one)));
  const which = select("which", targets.map(([, text], at) => [String(at), text]), "0");
  const reason = h("input", { name: "reason", required: true, maxlength: 500, placeholder: t("reason"), "aria-label": t("reason") });
  const form = h("form", { class: "switching" }, which, reason, h("button", { type: "submit", class: "danger" }, t("pit.switch.off")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await doing.flip({ switch: targets[Number(which.value)][0], disabled: true, reason: reason.value })) reason.value = "";
  });
  return h("div", {},
    h("p", { class: "small quiet-text" }, t("pit.switch.what")),
    pit.switches.length ? h("ul", { class: "plain" }, pit.switches.map((off) => h("li", {},
      h("span", {}, h("b", {}, said(off.switch)), h("br"), h("span", { class: "small quiet-text" }, `${off.by} · ${off.reason}`)),
      may && h("button", { type: "button", onclick: () => doing.flip({ switch: off.switch, disabled: false, reason: t("pit.switch.back") }) }, t("pit.switch.on")))))
      : h("p", { class: "quiet-text" }, t("pit.switch.none")),
    may ? form : h("p", { class: "small quiet-text" }, t("pit.switch.who")));
}

/** Closing a shoe, the table, and opening it again. */
export function closing(table, doing) {
  const act = (word, name, fields, when) => h("button", { type: "button", disabled: !when, onclick: () => confirm(`${t(word)}?`) && doing.send(table.table, name, fields) }, t(word));
  return h("div", { class: "closing" },
    h("p", { class: "small quiet-text" }, table.shoe ? t("pit.shoe.says", { n: table.shoe.number, left: table.shoe.cards_left, commitment: table.shoe.commitment.slice(0, 16) || "–" }) : t("pit.shoe.none"),
      table.sign ? ` ${t("pit.limits.say", { least: money(table.sign.stake_min), most: table.sign.stake_max === null ? t("none") : money(table.sign.stake_max) })}` : ""),
    doing.may("close_table") && h("div", { class: "ends" },
      act("pit.close_shoe", "close_shoe", {}, table.phase === "ready"),
      act("pit.close_table", "close_table", {}, table.phase === "idle"),
      act("pit.open_table", "open_table", table.opens_with, table.phase === "closed")));
}
