// What waits, over all tables: decisions, choices, requests to squeeze, boxes beyond their limits, changes prepared here.

import { h } from "../lib/element.js";
import { t, wordOf } from "../lib/i18n.js";
import { money } from "../lib/money.js";
import { waitingRequests } from "../lib/squeezes.js";
import { tableName } from "../lib/tablename.js";
import { isSoundOn, turnSound } from "./sound.js";
import "./time.js";

/** @typedef {import("./doing.js").Doing} Doing */
/** @typedef {{kind: string, key: string, what: string, about?: Draw.Child, waives?: boolean}} Wait */

/** @param {Api.PitTableView} table @param {Doing} doing @returns {Wait[]} */
function at(table, doing) {
  const { pending, coup } = table;
  const choosing = coup?.choosing.length ?? 0;
  return [
    ...(pending ? [{
      kind: "decision", key: "decision", what: wordOf("what.", pending.what),
      about: [
        t("pit.waits.for", { rank: wordOf("rank.", pending.decides) }),
        pending.since && [" · ", h("pit-time", { props: { time: { at: pending.since, what: "age" } } })],
      ],
    }] : []),
    ...(choosing > 0 ? [{ kind: "choosing", key: "choosing", what: t("pit.choosing", { n: choosing }) }] : []),
    ...waitingRequests(coup).map((one) => ({ kind: "asks", key: `asks ${one.patron} ${one.cards.join(" ")}`, what: t("squeeze.asks", { who: one.patron }), waives: Boolean(one.waives) })),
    ...table.excess.map((one) => ({ kind: "excess", key: `excess ${one.box}`, what: t("pit.excess", { n: one.box, over: money(one.over) }) })),
    ...(doing.prepared.of(table.table) ? [{ kind: "prepared", key: "sign", what: t("pit.prepared"), about: t("pit.prepared.when") }] : []),
  ];
}

/** @param {Api.PitTableView} table @param {Wait} wait */
const link = (table, { kind, key, what, about, waives }) => h("a", { class: ["wait", kind, waives && "waives"], href: `#${encodeURIComponent(table.table)}`, data: { key: `${table.table} ${key}` } },
  h("b", {}, what), h("span", {}, tableName(table), about && [" · ", about]));

/** @param {Api.PitTableView[]} tables @param {Doing} doing */
export function waiting(tables, doing) {
  const found = tables.flatMap((table) => at(table, doing).map((wait) => ({ table, wait })));
  // What stops a table comes first.
  found.sort((one, two) => Number(two.wait.kind === "decision") - Number(one.wait.kind === "decision"));
  return h("section", { class: "waiting" }, h("h2", {}, t("pit.waiting")),
    h("div", { class: "waits" }, found.length ? found.map(({ table, wait }) => link(table, wait)) : h("p", { class: "quiet-text" }, t("pit.nothing"))),
    h("label", { class: "sound small" }, h("input", { type: "checkbox", name: "sound", checked: isSoundOn(), onchange: (event) => turnSound(event.currentTarget.checked) }), " ", t("pit.sound")));
}
