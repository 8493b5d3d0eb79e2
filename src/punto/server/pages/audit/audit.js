// Audit: a table's log, looked through by the house and verified here; and the house itself: its software, books and own logs.

import { nameInAddress } from "../lib/address.js";
import { ApiError, get } from "../lib/api.js";
import { drawing } from "../lib/draw.js";
import { h } from "../lib/element.js";
import "../lib/header.js";
import { t } from "../lib/i18n.js";
import { money } from "../lib/money.js";
import { fullName } from "../lib/table-words.js";
import { sayRefused } from "../lib/toast.js";
import { admitted } from "../lib/turned-away.js";
import { House } from "./house.js";
import { LogView } from "./log.js";
import { Shoes } from "./shoes.js";
import { verifyChain, wholeLog } from "./verify.js";

const SWITCHES = "house:switches";
const OF_PEOPLE = /** @type {const} */ (["house:people", "house:sign-ins", "house:settings"]);

/** @typedef {{good: boolean, words: () => Draw.Child}} Verdict */

const root = /** @type {HTMLElement} */ (document.getElementById("page"));
/** @type {{tables: Api.LobbyRow[], logs: (typeof SWITCHES | typeof OF_PEOPLE[number])[], log: string, table: string, progress: number | null, verdict: Verdict | null}} */
const page = { tables: [], logs: [SWITCHES], log: "", table: "", progress: null, verdict: null };
let redraw = () => {};
const changed = () => redraw();
const log = new LogView(changed, (sought) => history.replaceState(null, "", `/audit/${encodeURIComponent(page.log)}${sought && `?${sought}`}`));
const shoes = new Shoes(changed);
const house = new House(changed);

const ofHouse = () => page.log.startsWith("house:");

/** @param {string} id */
async function choose(id, sought = new URLSearchParams()) {
  page.log = id;
  if (!ofHouse()) page.table = id;
  Object.assign(page, { progress: null, verdict: null });
  if (!ofHouse()) shoes.open(id);
  await Promise.all([log.open(id, sought), ofHouse() && house.read()]);
}

/** Ask whether the log is whole, and say what came of it. @param {() => Promise<Verdict>} ask */
async function verify(ask) {
  try {
    page.verdict = await ask();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    sayRefused(error);
  }
  page.progress = null;
  redraw();
}

/** @returns {Promise<Verdict>} */
async function verifyHere() {
  const check = await verifyChain(await wholeLog(page.log), (part) => {
    Object.assign(page, { progress: part, verdict: null });
    redraw();
  });
  const { fault } = check;
  return {
    good: check.whole,
    words: () => (fault ? t("audit.broken", { n: fault.version, why: t(`audit.why.${fault.why}`) }) : t("audit.whole", { n: money(check.events), hash: check.hash })),
  };
}

/** @returns {Promise<Verdict>} */
async function verifyThere() {
  const { whole, head, fault } = await get(`/api/verify/${encodeURIComponent(page.log)}`);
  return {
    good: whole,
    words: () => (fault ? [t("audit.server.broken", { n: fault.version }), " ", h("span", { lang: "en" }, fault.why)] : t("audit.server.whole", { n: money(head.version) })),
  };
}

function head() {
  const tab = (/** @type {"tables" | "house"} */ word, /** @type {boolean} */ on, /** @type {string} */ id) =>
    h("button", { type: "button", name: word, "aria-pressed": String(on), onclick: () => choose(id) }, t(`audit.${word}`));
  return h("div", { class: "audit-head" },
    h("h1", {}, t("audit.title")),
    h("div", { class: "tabs", role: "group", "aria-label": t("audit.which") },
      tab("tables", !ofHouse(), page.table || page.tables[0].table),
      tab("house", ofHouse(), SWITCHES)));
}

function acts() {
  const choices = ofHouse() ? page.logs.map((id) => [id, t(`audit.${id}`)]) : page.tables.map((row) => [row.table, fullName(row)]);
  return h("div", { class: "audit-acts" },
    h("label", { class: "which" }, h("span", {}, t(ofHouse() ? "audit.log" : "audit.table")),
      h("select", { name: "table", key: String(ofHouse()), value: page.log, onchange: ({ currentTarget }) => choose(currentTarget.value) },
        choices.map(([id, name]) => h("option", { value: id }, name)))),
    h("div", { class: "acts" },
      h("button", { type: "button", class: "primary", name: "verify", onclick: () => verify(verifyHere) }, t("audit.verify")),
      h("button", { type: "button", onclick: () => verify(verifyThere) }, t("audit.verify.server")),
      h("a", { class: "button", href: `/api/log/${encodeURIComponent(page.log)}/export`, download: `${page.log.replace(":", "-")}.jsonl` }, t("audit.export"))));
}

function verdict() {
  if (page.verdict) return h("p", { class: ["told", page.verdict.good ? "good" : "bad"], role: "status" }, page.verdict.words());
  return h("p", { class: "told", role: "status" }, page.progress !== null && t("audit.verifying", { n: Math.round(page.progress * 100) }));
}

const view = () => [
  head(),
  ofHouse() && house.view(),
  acts(),
  verdict(),
  h("div", { class: "of-log" }, log.view(), !ofHouse() && shoes.view()),
];

const who = await admitted("log", root);
if (who) {
  page.tables = (await get("/api/tables")).tables;
  if (who.views.includes("people")) page.logs.push(...OF_PEOPLE);
  const chosen = choose(nameInAddress() || page.tables[0].table, new URLSearchParams(location.search));
  redraw = drawing(root, view);
  await chosen;
}
