// A table at a glance: its name and game, what it does now and for how long, its limits, and who plays.

import { h } from "../lib/element.js";
import { pick, t } from "../lib/i18n.js";
import { money, signed } from "../lib/money.js";
import { stakes, tableName } from "../lib/table-words.js";
import { deadline } from "../lib/time-left.js";
import "./time.js";

/** @param {Api.PitTableView} table */
const staked = ({ coup }) => (coup && !coup.ended ? coup.bets.reduce((sum, bet) => sum + bet.stake, 0) : 0);

/** Limits as the sign has them, shortly: stakes, the differential, and how many bets have limits of their own. @param {Api.Sign} sign */
function limits(sign) {
  const own = Object.keys(sign.bet_limits).length;
  return h("p", { class: "limits" },
    h("b", {}, stakes(sign)),
    sign.differential_max !== null && h("span", {}, t("pit.differential", { n: money(sign.differential_max) })),
    own > 0 && h("span", {}, t("pit.own.limits", { n: own })),
    sign.limits === "observed" && h("span", {}, t("pit.observed.short")));
}

/** @param {Api.PitTableView} table */
function tags(table) {
  const off = table.disabled.some((entry) => entry.what !== "bet");
  const uninsured = table.phase !== "closed" && table.sign && !table.sign.insurance;
  return [
    off && h("span", { class: "tag off", key: "off" }, t("pit.off")),
    uninsured && h("span", { class: "tag note", key: "uninsured" }, `${t("pit.uninsured")} · ${t("pit.private")}`),
    table.dealer === "automatic" && h("span", { class: "tag", key: "automatic" }, t("pit.automatic")),
  ].filter(Boolean);
}

/** What the table won since the business day began, its drop, and how far that lies from the theoretical. @param {Api.TakingsRow | undefined} row */
const takings = (row) => row && h("p", { class: "facts small takings" },
  h("span", {}, t("pit.win", { n: signed(row.win) })),
  row.drop !== null && h("span", {}, t("pit.drop", { n: money(row.drop) })),
  row.z !== null && h("span", { class: Math.abs(row.z) >= 2 && "far" }, t("pit.z", { z: `${row.z < 0 ? "−" : "+"}${Math.abs(row.z).toFixed(1)}` })));

/** @param {Api.PitTableView} table @param {boolean} chosen @param {Api.TakingsRow | undefined} row */
export function card(table, chosen, row) {
  const sign = table.phase === "closed" ? null : table.sign;
  const labels = tags(table);
  return h("a", { class: ["panel", "table-card", table.phase, chosen && "chosen", table.pending && "alarm"], href: `#${encodeURIComponent(table.table)}`,
    "aria-current": chosen ? "true" : null, key: table.table, data: { table: table.table } },
  h("h3", {}, tableName(table)),
  h("pit-time", { class: "left", props: { time: deadline(table) } }),
  h("p", { class: "game" }, pick(table.title)),
  h("p", { class: "state" }, h("span", { class: ["phase", table.phase] }, t(`phase.${table.phase}`))),
  sign && limits(sign),
  h("p", { class: "risk" },
    h("span", { class: "exposure", title: t("pit.exposure.what") }, t("pit.exposure"), " ", h("b", {}, table.exposure === null ? "–" : money(Math.max(0, table.exposure)))),
    h("span", { class: "pace", title: t("pit.pace.what") }, table.rounds_an_hour === null ? t("pit.pace.none") : t("pit.pace", { n: table.rounds_an_hour }))),
  h("p", { class: "facts small" },
    table.coup && h("span", {}, t("round.n", { n: table.coup.number })),
    h("span", {}, t("pit.people", { n: table.people.length })),
    h("span", {}, t("pit.staked", { n: money(staked(table)) })),
    table.shoe && h("span", {}, t("pit.left", { n: table.shoe.cards_left }))),
  takings(row),
  labels.length > 0 && h("p", { class: "tags" }, labels));
}
