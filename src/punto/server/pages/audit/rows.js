// Events of a log as rows, the newest first, under lines that say the day and the round.

import { says } from "../lib/cite.js";
import { h } from "../lib/element.js";
import { language, t } from "../lib/i18n.js";
import { timeOf } from "../lib/moment.js";
import { signed } from "../lib/money.js";
import { kindName, rankName, summary, whoOf } from "./event.js";

/**
 * The log, as its rows need it.
 * @typedef {object} Log
 * @property {(version: number) => string} rulesAt the rulebook in force
 * @property {(version: number) => import("./log.js").Book} bookAt
 * @property {(version: number) => boolean} isUnfolded
 * @property {(version: number) => void} unfold or fold
 * @property {((coup: number) => unknown) | null} seekCoup null where only one round is shown
 */

const COLUMNS = 6;

/** @param {string} hash */
export const short = (hash) => hash.slice(0, 10);
/** @param {string} iso */
const dateOf = (iso) => new Date(iso).toLocaleDateString(language() === "zh" ? "zh-Hant" : "en-GB", { dateStyle: "full" });

/** @param {Api.LogEntry[]} events @param {Log} log */
export const eventTable = (events, log) => h("table", { class: "figures events" },
  h("thead", {}, h("tr", {}, ["№", t("log.at"), t("log.by"), t("log.kind"), t("log.paragraph"), t("log.hash")].map((word, at) => h("th", { class: at === 0 && "num" }, word)))),
  h("tbody", {}, events.map((event, at) => [headings(event, events[at - 1], log), row(event, log), log.isUnfolded(event.version) && more(event, log)])));

/** A line where the day or the round is another than in the row above. @param {Api.LogEntry} event @param {Api.LogEntry | undefined} above @param {Log} log */
function headings(event, above, { seekCoup }) {
  const { at, coup, version } = event;
  const line = (/** @type {"day" | "round"} */ kind, /** @type {Draw.Child} */ inner) =>
    h("tr", { class: kind, key: `${kind} ${version}` }, h("th", { colspan: COLUMNS, scope: "rowgroup" }, inner));
  return [
    (!above || dateOf(above.at) !== dateOf(at)) && line("day", dateOf(at)),
    coup && coup !== above?.coup && line("round", seekCoup
      ? h("button", { type: "button", class: "quiet", title: t("log.only", { n: coup }), onclick: () => seekCoup(coup) }, t("round.n", { n: coup }))
      : t("round.n", { n: coup })),
  ];
}

/** @param {Api.LogEntry} event @param {Log} log */
function row(event, log) {
  const { version } = event;
  const { texts, names } = log.bookAt(version);
  const tag = (/** @type {string} */ cite, /** @type {boolean} */ looked) =>
    h("span", { class: ["tag", looked && "looked-up"], lang: "en", title: texts[cite] ?? "" }, `§ ${cite}`);
  return h("tr", { class: "event", key: version, data: { version } },
    h("td", { class: "num" }, h("button", { type: "button", class: "quiet number", "aria-expanded": String(log.isUnfolded(version)), onclick: () => log.unfold(version) }, version)),
    h("td", { class: "time" }, timeOf(event.at)),
    h("td", { class: "who" }, who(event)),
    h("td", { class: "what" }, h("b", {}, kindName(event.kind)), h("div", { class: "small quiet-text clip" }, summary(event, names))),
    h("td", { class: "cites" }, event.cites.map((cite) => tag(cite, false)), event.grounds.map((cite) => tag(cite, true))),
    h("td", { class: "hash" }, h("code", {}, short(event.hash))));
}

/** The person, and beneath it the rank they did it with, and who confirmed it. @param {Api.LogEntry} event */
const who = (event) => [
  h("span", { class: event.person ? "person" : "automatic" }, whoOf(event)),
  event.by && h("span", { class: "small quiet-text rank" }, rankName(event.by)),
  event.acting && h("span", { class: "small quiet-text rank" }, t("audit.acting", { rank: rankName(event.acting) })),
  event.confirmer && h("span", { class: "small rank confirmer" }, t("audit.confirmer", { who: event.confirmer })),
];

/** The event in full. @param {Api.LogEntry} event @param {Log} log */
function more(event, log) {
  const { texts } = log.bookAt(event.version);
  const rules = log.rulesAt(event.version);
  const cite = (/** @type {string} */ number) => h("p", { class: "small" },
    h("b", { lang: "en" }, `§ ${number}`), " ", says(texts[number]), " ", rules && h("span", { class: "tag" }, rules));
  const posting = (/** @type {[string, number]} */ [account, amount], /** @type {number} */ at) => [at > 0 && " · ", h("code", {}, account), ` ${signed(amount)}`];
  return h("tr", { class: "more", key: `more ${event.version}` }, h("td", { colspan: COLUMNS },
    h("p", { class: "small when" },
      h("b", {}, whoOf(event)), event.by && ` (${rankName(event.by)})`, event.session && [" · ", t("audit.session"), " ", h("code", {}, event.session)],
      event.confirmer && [" · ", t("audit.confirmer", { who: event.confirmer })], " · ",
      h("time", { datetime: event.at }, dateOf(event.at), " ", timeOf(event.at))),
    event.cites.map(cite), event.grounds.map(cite),
    event.grounds.length > 0 && h("p", { class: "small quiet-text" }, t("log.grounds")),
    h("pre", {}, JSON.stringify(event.body, null, 1)),
    event.postings.length > 0 && h("p", { class: "small" }, h("b", {}, t("log.postings")), " ", event.postings.map(posting)),
    h("p", { class: "small hashes" },
      h("b", {}, t("log.hash")), " ", h("code", {}, event.hash), h("br"),
      h("b", {}, t("log.before")), " ", h("code", {}, event.previous_hash))));
}
