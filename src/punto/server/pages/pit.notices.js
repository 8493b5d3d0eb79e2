// What is posted at a table: its limits, the notices that its document knows, what is out of play, and what changes next.

import { says } from "/assets/lib/cite.js";
import { h } from "/assets/lib/element.js";
import { pick, t } from "/assets/lib/i18n.js";
import { range, stakes } from "/assets/lib/limits.js";
import { money } from "/assets/lib/money.js";
import { tableName } from "/assets/lib/tablename.js";

/** A sign in words, setting by setting; as much of it as is given. */
export function settingWords(settings, table) {
  const name = (id) => pick(table.bets[id]) || id;
  const said = {
    stake_min: (value) => t("pit.says.stake_min", { n: money(value) }),
    stake_max: (value) => (value === null ? t("pit.says.stake_max.none") : t("pit.says.stake_max", { n: money(value) })),
    differential_max: (value) => (value === null ? t("pit.says.differential.none") : t("pit.differential", { n: money(value) })),
    bet_limits: (value) => Object.entries(value).map(([id, [least, most]]) => `${name(id)} ${range(least, most)}`).join(t("pit.comma")) || t("pit.says.bet_limits.none"),
    limits: (value) => t(`pit.says.${value}`),
    rounding: (value) => t(`rounding.${value}`),
    commission: (value) => t("pit.says.commission", { n: value ?? table.commission?.rate ?? "" }),
    face_down: (value) => t(value ? "pit.says.face_down" : "pit.says.face_up"),
    insurance: (value) => t(value ? "pit.says.insurance" : "pit.notice"),
  };
  return Object.entries(settings).map(([key, value]) => said[key](value));
}

/** What a switch takes out of play, in words. */
export function switchWords(one, { tables }) {
  const called = (id) => {
    const found = tables.find((table) => table.table === id);
    return found ? tableName(found) : id;
  };
  if (one.what === "house") return t("pit.switch.house");
  if (one.what === "table") return called(one.id);
  if (one.what === "patron") return t("pit.switch.patron", { id: one.id });
  const bet = pick(tables.map((table) => table.bets[one.id]).find(Boolean)) || one.id;
  return one.table ? t("pit.switch.bet.here", { id: bet, table: called(one.table) }) : t("pit.switch.bet", { id: bet });
}

const isHere = (one, table) => one.what === "house" || (one.what === "table" && one.id === table) || (one.what === "bet" && ["", table].includes(one.table));

const clause = (cite) => cite && h("span", { class: "tag", lang: "en" }, `§ ${cite}`);

function limits(table, notice) {
  const { sign } = table;
  const more = settingWords({
    ...(sign.differential_max === null ? {} : { differential_max: sign.differential_max }), ...(Object.keys(sign.bet_limits).length ? { bet_limits: sign.bet_limits } : {}),
    limits: sign.limits, ...(table.commission ? { commission: sign.commission } : {}), rounding: sign.rounding,
  }, table);
  return h("li", { class: "up", data: { key: "limits" } },
    h("p", { class: "top" }, h("b", {}, stakes(sign)), clause(notice.cite), h("span", { class: "posted" }, t("pit.up"))),
    h("p", { class: "small" }, more.join(" · ")));
}

function noInsurance(table, notice, doing) {
  const up = (insurance) => h("button", { type: "button", data: { key: "put" }, onclick: () => doing.prepared.add(table, { insurance }) }, t(insurance ? "pit.take.down" : "pit.put.up"));
  const waits = "insurance" in (doing.prepared.of(table.table) ?? {});
  return h("li", { class: notice.up ? "up" : "down", data: { key: "no_insurance" } },
    h("p", { class: "top" }, h("b", {}, t("pit.notice")), clause(notice.cite), h("span", { class: "posted" }, t(notice.up ? "pit.up" : "pit.down"))),
    h("p", { class: "small quiet-text" }, notice.may ? says(notice.says) : t("pit.no.notice")),
    notice.may && doing.may("change_sign") && !waits && h("p", { class: "ends" }, up(notice.up)));
}

function prepared(table, doing) {
  const settings = doing.prepared.of(table.table);
  return settings && h("li", { class: "prepared", data: { key: "prepared" } },
    h("p", { class: "top" }, h("b", {}, t("pit.prepared")), h("span", { class: "posted" }, t("pit.prepared.when"))),
    h("p", {}, settingWords(settings, table).join(" · ")),
    h("p", { class: "small quiet-text" }, t("pit.prepared.what")),
    h("p", { class: "ends" }, h("button", { type: "button", onclick: () => doing.prepared.cancel(table.table) }, t("pit.prepared.cancel"))));
}

export function noticePanel(table, pit, doing) {
  if (!table.notices.length) return null;
  const [shown, insurance] = ["limits", "no_insurance"].map((what) => table.notices.find((one) => one.what === what));
  const off = pit.switches.filter((one) => isHere(one.switch, table.table));
  return h("section", { class: ["panel", "notices"], data: { key: "notices" } }, h("h3", {}, t("pit.notices")),
    h("ul", { class: "posts" },
      prepared(table, doing),
      limits(table, shown),
      insurance && noInsurance(table, insurance, doing),
      off.map((one) => h("li", { class: "up", data: { key: JSON.stringify(one.switch) } },
        h("p", { class: "top" }, h("b", {}, `${t("pit.off")}: ${switchWords(one.switch, pit)}`), h("span", { class: "posted" }, t("pit.up"))),
        h("p", { class: "small quiet-text" }, `${one.by} · ${one.reason}`)))));
}
