// What is posted at a table: its limits, the notices that its document knows, what is out of play, and what changes next.

import { citeTag, says } from "../lib/cite.js";
import { h } from "../lib/element.js";
import { pick, t } from "../lib/i18n.js";
import { money } from "../lib/money.js";
import { range, stakes, tableName } from "../lib/table-words.js";
import { preparedOf } from "./prepared.js";
import "./time.js";

/** @typedef {import("./doing.js").Doing} Doing */
/** @typedef {import("./prepared.js").Settings} Settings */

/** Limits of single bets in words. @param {Api.Sign["bet_limits"]} own @param {Api.PitTableView} table */
const betLimits = (own, table) => Object.entries(own).map(([id, [least, most]]) => `${pick(table.bets[id]) || id} ${range(least, most)}`).join(t("pit.comma")) || t("pit.says.bet_limits.none");

/** A sign in words, setting by setting; as much of it as is given. @param {Settings} settings @param {Api.PitTableView} table */
export function settingWords(settings, table) {
  const { stake_min: least, stake_max: most, differential_max: differential } = settings;
  return [
    least !== undefined && t("pit.says.stake_min", { n: money(least) }),
    most !== undefined && (most === null ? t("pit.says.stake_max.none") : t("pit.says.stake_max", { n: money(most) })),
    differential !== undefined && (differential === null ? t("pit.says.differential.none") : t("pit.differential", { n: money(differential) })),
    settings.bet_limits && betLimits(settings.bet_limits, table),
    settings.limits && t(`pit.says.${settings.limits}`),
    settings.commission !== undefined && t("pit.says.commission", { n: settings.commission ?? table.commission?.rate ?? "" }),
    settings.rounding && t(`rounding.${settings.rounding}`),
    settings.face_down !== undefined && t(settings.face_down ? "pit.says.face_down" : "pit.says.face_up"),
    settings.insurance !== undefined && t(settings.insurance ? "pit.says.insurance" : "pit.notice"),
  ].filter(Boolean);
}

/** What a switch takes out of play, in words. @param {Api.Switch} target @param {Api.PitView} pit */
export function switchWords(target, { tables }) {
  const called = (id = "") => {
    const view = tables.find((table) => table.table === id);
    return view ? tableName(view) : id;
  };
  if (target.what === "house") return t("pit.switch.house");
  if (target.what === "table") return called(target.id);
  if (target.what === "patron") return t("pit.switch.patron", { id: target.id ?? "" });
  const bet = pick(tables.map((table) => table.bets[target.id ?? ""]).find(Boolean)) || (target.id ?? "");
  return target.table ? t("pit.switch.bet.here", { id: bet, table: called(target.table) }) : t("pit.switch.bet", { id: bet });
}

/** A switch as one word, to tell it from others. @param {Api.Switch} target */
export const switchName = ({ what, id = "", table = "" }) => [what, id, table].join("/");

/** @param {Api.Switch} target @param {string} table */
const isHere = (target, table) => target.what === "house" || (target.what === "table" && target.id === table) || (target.what === "bet" && ["", table].includes(target.table ?? ""));

/** @param {Api.PitTableView} table @param {Api.Sign} sign @param {Api.NoticeView} notice */
function limits(table, sign, notice) {
  const more = settingWords({
    ...(sign.differential_max === null ? {} : { differential_max: sign.differential_max }), ...(Object.keys(sign.bet_limits).length ? { bet_limits: sign.bet_limits } : {}),
    limits: sign.limits, ...(table.commission ? { commission: sign.commission } : {}), rounding: sign.rounding,
  }, table);
  return h("li", { class: "up", key: "limits" },
    h("p", { class: "top" }, h("b", {}, stakes(sign)), citeTag(notice.cite, notice.says), h("span", { class: "posted" }, t("pit.up"))),
    h("p", { class: "small" }, more.join(" · ")));
}

/** @param {Api.PitTableView} table @param {Api.NoticeView} notice @param {Doing} doing */
function noInsurance(table, notice, doing) {
  const waits = "insurance" in (preparedOf(table) ?? {});
  return h("li", { class: notice.up ? "up" : "down", key: "no_insurance" },
    h("p", { class: "top" }, h("b", {}, t("pit.notice")), citeTag(notice.cite, notice.says), h("span", { class: "posted" }, t(notice.up ? "pit.up" : "pit.down"))),
    h("p", { class: "small quiet-text" }, notice.may ? says(notice.says) : t("pit.no.notice")),
    notice.up && table.sign?.private_for && h("p", { class: "small" }, t("pit.private.for", { patron: table.sign.private_for })),
    notice.may && doing.may("change_sign") && !waits && (notice.up ? takeDown(table, doing) : putUp(table, doing)));
}

/** @param {Api.PitTableView} table @param {Doing} doing */
const takeDown = (table, doing) => h("p", { class: "ends" }, h("button", { type: "button", key: "put", onclick: () => doing.changeSign(table, { insurance: true }) }, t("pit.take.down")));

/** The notice goes up at a patron's request, and says whose. @param {Api.PitTableView} table @param {Doing} doing */
function putUp(table, doing) {
  const submit = (/** @type {SubmitEvent & {currentTarget: HTMLFormElement}} */ event) => {
    event.preventDefault();
    const patron = String(new FormData(event.currentTarget).get("private_for") ?? "").trim();
    if (patron) return doing.changeSign(table, { insurance: false, private_for: patron });
    return undefined;
  };
  return h("form", { class: "ends", key: "put", onsubmit: submit },
    h("label", { class: "field" }, h("span", {}, t("pit.private_for")), h("input", { name: "private_for", required: true, maxlength: 60, autocomplete: "off" })),
    h("button", { type: "submit" }, t("pit.put.up")));
}

/** @param {Api.PitTableView} table @param {Doing} doing */
function prepared(table, doing) {
  const settings = preparedOf(table);
  const since = table.waits.find((wait) => wait.what === "sign")?.since;
  return settings && h("li", { class: "prepared", key: "prepared" },
    h("p", { class: "top" }, h("b", {}, t("pit.prepared")), h("span", { class: "posted" }, t("pit.prepared.when"))),
    h("p", {}, settingWords(settings, table).join(" · ")),
    h("p", { class: "small quiet-text" }, t("pit.prepared.what"), since && [" ", h("pit-time", { props: { time: { at: since, what: "age" } } })]),
    doing.may("change_sign") && h("p", { class: "ends" }, h("button", { type: "button", onclick: () => doing.withdrawSign(table) }, t("pit.prepared.cancel"))));
}

/** @param {Api.PitTableView} table @param {Api.PitView} pit @param {Doing} doing */
export function noticePanel(table, pit, doing) {
  const [limitsNotice, insurance] = ["limits", "no_insurance"].map((what) => table.notices.find((notice) => notice.what === what));
  if (!limitsNotice || !table.sign) return null;
  const off = pit.switches.filter((row) => isHere(row.switch, table.table));
  return h("section", { class: ["panel", "notices"], key: "notices" }, h("h3", {}, t("pit.notices")),
    h("ul", { class: "posts" },
      prepared(table, doing),
      limits(table, table.sign, limitsNotice),
      insurance && noInsurance(table, insurance, doing),
      off.map((row) => h("li", { class: "up", key: switchName(row.switch) },
        h("p", { class: "top" }, h("b", {}, `${t("pit.off")}: ${switchWords(row.switch, pit)}`), h("span", { class: "posted" }, t("pit.up"))),
        h("p", { class: "small quiet-text" }, `${row.by} · ${row.reason}`)))));
}
