// What waits, over all tables: decisions, choices, requests to squeeze, boxes beyond their limits, chips to move, signs that wait.

import { h } from "../lib/element.js";
import { t, wordOf } from "../lib/i18n.js";
import { money } from "../lib/money.js";
import { askedFor } from "../lib/second-person.js";
import { squeezedName, waitingRequests } from "../lib/squeezes.js";
import { tableName } from "../lib/table-words.js";
import { isSoundOn, turnSound } from "./sound.js";
import "./time.js";

/** @typedef {{kind: string, key: string, what: string, since: string | null, about?: Draw.Child, waives?: boolean}} Wait */

/** Since when something waits at a table. @param {Api.PitTableView} table @param {Api.WaitView["what"]} what @param {{patron?: string, box?: number}} [of] */
const since = (table, what, of = {}) => table.waits.find((wait) => wait.what === what
  && (of.patron === undefined || wait.patron === of.patron) && (of.box === undefined || wait.box === of.box))?.since ?? null;

/** @param {Api.PitTableView} table @returns {Wait[]} */
function at(table) {
  const { pending, coup } = table;
  const choosing = coup?.choosing.length ?? 0;
  return [
    ...(pending ? [{
      kind: "decision", key: "decision", what: wordOf("what.", pending.what), since: pending.since,
      about: t("pit.waits.for", { rank: wordOf("rank.", pending.decides) }),
    }] : []),
    ...table.seconds.map((request) => ({
      kind: "second", key: `second ${request.waiting}`, what: askedFor(request), since: null,
      about: [t("pit.waits.for", { rank: wordOf("rank.", request.needs) }), " · ", h("pit-time", { props: { time: { at: request.until, what: "confirmation" } } })],
    })),
    ...(choosing > 0 ? [{ kind: "choosing", key: "choosing", what: t("pit.choosing", { n: choosing }), since: since(table, "choice") }] : []),
    ...waitingRequests(coup).map((request) => ({ kind: "asks", key: `asks ${request.patron} ${request.cards.join(" ")}`, what: t("squeeze.asks", { who: request.patron }), since: since(table, "squeeze", { patron: request.patron }), waives: Boolean(request.waives), about: request.cards.map(squeezedName).join(" · ") })),
    ...table.excess.map((line) => ({ kind: "excess", key: `excess ${line.box}`, what: t("pit.excess", { n: line.box, over: money(line.over) }), since: since(table, "excess", { box: line.box }) })),
    ...(table.chips_due.length ? [{ kind: "chips", key: "chips", what: t("pit.chips"), since: since(table, "chips") }] : []),
    ...(table.prepared ? [{ kind: "prepared", key: "sign", what: t("pit.prepared"), about: t("pit.prepared.when"), since: since(table, "sign") }] : []),
  ];
}

/** @param {Api.PitTableView} table @param {Wait} wait */
const link = (table, { kind, key, what, about, waives, since: from }) => h("a", { class: ["wait", kind, waives && "waives"], href: `#${encodeURIComponent(table.table)}`, data: { key: `${table.table} ${key}` } },
  h("b", {}, what), h("span", {}, tableName(table), about && [" · ", about], from && [" · ", h("pit-time", { props: { time: { at: from, what: "age" } } })]));

/** @param {Api.PitTableView[]} tables */
export function waiting(tables) {
  const waits = tables.flatMap((table) => at(table).map((wait) => ({ table, wait })));
  // What stops a table comes first, then what has waited longest; a sign that waits is in no hurry.
  const rank = (/** @type {Wait} */ { kind }) => (kind === "decision" ? 0 : kind === "prepared" ? 2 : 1);
  waits.sort((first, second) => rank(first.wait) - rank(second.wait) || (first.wait.since ?? "").localeCompare(second.wait.since ?? ""));
  return h("section", { class: "waiting" }, h("h2", {}, t("pit.waiting")),
    h("div", { class: "waits" }, waits.length ? waits.map(({ table, wait }) => link(table, wait)) : h("p", { class: "quiet-text" }, t("pit.nothing"))),
    h("label", { class: "sound small" }, h("input", { type: "checkbox", name: "sound", checked: isSoundOn(), onchange: (event) => turnSound(event.currentTarget.checked) }), " ", t("pit.sound")));
}
