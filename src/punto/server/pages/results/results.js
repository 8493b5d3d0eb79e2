// Results: what the tables won against what they should have won, live; and from each figure down to the round behind it.

import { ApiError, get } from "../lib/api.js";
import { drawing } from "../lib/draw.js";
import { h } from "../lib/element.js";
import "../lib/header.js";
import { t, wordOf } from "../lib/i18n.js";
import { fresh, sayLinkIn, setLink } from "../lib/link.js";
import { ResultsNews } from "../lib/results-news.js";
import { sayRefused } from "../lib/toast.js";
import { admitted } from "../lib/turned-away.js";
import { course } from "./course.js";
import { ratingTable } from "./ratings.js";
import { roundTable } from "./rounds.js";
import { rowTable, tableNames } from "./rows.js";

const BY = /** @type {const} */ (["table", "game", "shift", "day", "month", "hour", "bet", "patron", "dealer", "shoe"]);
/** @typedef {typeof BY[number]} By */
const TIMES = new Set(["shift", "day", "month", "hour"]);
const AGAIN_MS = 5_000;
const TODAY = "today";

const root = /** @type {HTMLElement} */ (document.getElementById("page"));
const room = /** @type {HTMLElement} */ (document.getElementById("room"));
/** @type {{by: By, since: string, until: string, tab: "rows" | "ratings", results: Api.ResultsView | null, time: Api.TakingsReport | null, rounds: {title: string, view: Api.RoundsView} | null, ratings: Api.RatingsView | null, total: Api.TakingsRow | null}} */
const page = { by: "table", since: "", until: "", tab: "rows", results: null, time: null, rounds: null, ratings: null, total: null };
let redraw = () => {};
const names = () => tableNames(page.results?.now ?? []);

/** @param {Record<string, string>} more */
function query(more = {}) {
  const parameters = { from: page.since, to: page.until, ...more };
  return String(new URLSearchParams(Object.entries(parameters).filter(([, value]) => value)));
}

/** Ask, and say so where it is refused. @param {() => Promise<void>} ask */
async function asking(ask) {
  try {
    await ask();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    sayRefused(error);
  }
  redraw();
}

const read = () => asking(async () => {
  page.results = await get(`/api/results?${query({ by: page.by })}`);
  page.time = TIMES.has(page.by) ? page.results.report : (await get(`/api/results?${query({ by: "shift" })}`)).report;
  if (page.tab === "ratings") page.ratings = await get(`/api/results/ratings?${query()}`);
});

/** From a row down to its rounds. @param {Api.TakingsRow} row @param {string} called */
const open = (row, called) => asking(async () => {
  page.rounds = { title: called, view: await get(`/api/results/rounds?${query(page.by === "table" ? { table: row.key } : { by: page.by, key: row.key })}`) };
});

/** @param {Partial<Pick<typeof page, "by" | "since" | "until" | "tab">>} changes */
function change(changes) {
  Object.assign(page, changes, { rounds: null });
  return read();
}

/** @param {Event} event */
const valueOf = (event) => (event.currentTarget instanceof HTMLInputElement || event.currentTarget instanceof HTMLSelectElement ? event.currentTarget.value : "");

function head() {
  const { results } = page;
  const tab = (/** @type {"rows" | "ratings"} */ word) =>
    h("button", { type: "button", name: word, "aria-pressed": String(page.tab === word), onclick: () => change({ tab: word }) }, t(`results.${word}`));
  return h("div", { class: "results-head" },
    h("h1", {}, t("page.results")),
    results && h("p", { class: "quiet-text" }, t("results.now", { day: results.day, shift: results.shift, zone: results.report.zone })),
    h("div", { class: "tabs", role: "group", "aria-label": t("results.which") }, tab("rows"), tab("ratings")));
}

function asks() {
  const { results } = page;
  const field = (/** @type {"since" | "until"} */ name) => h("label", {}, h("span", {}, t(`results.${name}`)),
    h("input", { type: "datetime-local", name, value: page[name] === TODAY ? "" : page[name], onchange: (event) => change({ [name]: valueOf(event) }) }));
  return h("div", { class: "results-asks", role: "search" },
    page.tab === "rows" && h("label", {}, h("span", {}, t("results.by")),
      h("select", { name: "by", value: page.by, onchange: (event) => change({ by: BY.find((by) => by === valueOf(event)) ?? "table" }) },
        BY.map((by) => h("option", { value: by }, t(`results.by.${by}`))))),
    field("since"), field("until"),
    h("div", { class: "acts" },
      h("button", { type: "button", name: "today", onclick: () => results && change({ since: results.day_starts, until: "" }) }, t("results.today")),
      h("button", { type: "button", name: "shift", onclick: () => results && change({ since: results.shift_starts, until: "" }) }, t("results.shift")),
      h("button", { type: "button", class: "quiet", name: "all", onclick: () => change({ since: "", until: "" }) }, t("results.all"))));
}

function files() {
  const rated = page.tab === "ratings";
  const link = (/** @type {"pdf" | "html" | "xlsx" | "csv"} */ form) =>
    h("a", { class: "button", href: rated ? `/api/results/ratings/${form}?${query()}` : `/api/results/${form}?${query({ by: page.by })}`, download: true }, wordOf("results.file.", form));
  return h("div", { class: "results-files" }, !rated && [link("pdf"), link("html")], link("xlsx"), link("csv"),
    h("button", { type: "button", name: "print", onclick: () => print() }, t("results.print")));
}

function rows() {
  const { results, time, rounds } = page;
  if (!results) return h("p", { class: "quiet-text" }, t("results.reading"));
  return [
    h("section", { class: "panel" },
      h("h2", {}, t("results.against")),
      results.report.rows.length || (page.by === "table" && results.now.some((row) => row.exposure)) ? rowTable(results, open) : h("p", { class: "quiet-text" }, t("results.none"))),
    rounds && h("section", { class: "panel", key: "rounds" },
      h("h2", {}, t("results.rounds.of", { name: rounds.title })),
      roundTable(rounds.view, page.by === "patron" ? rounds.title : "", names())),
    time && time.rows.length > 0 && h("section", { class: "panel", key: "course" }, h("h2", {}, t("results.course", { by: wordOf("results.by.", time.by) })), course(time)),
  ];
}

const view = () => [
  head(),
  asks(),
  page.tab === "rows" ? rows() : h("section", { class: "panel" }, h("h2", {}, t("results.ratings")), page.ratings ? ratingTable(page.ratings, names()) : h("p", {}, t("results.reading"))),
  files(),
];

/** Whether the page shows the figures that the stream sends. @param {Api.ResultsView} results */
const isStreamed = (results) => page.by === "table" && page.tab === "rows" && !page.until && page.since === results.day_starts;

let again = 0;

/** News: figures of today stand at once, whatever else is shown and not over yet is read anew. @param {Api.ResultsView} latest */
function hear(latest) {
  fresh();
  const before = page.results;
  if (!before) page.since = latest.day_starts;
  const [was, total] = [page.total, latest.report.total];
  const changed = was && (was.rounds !== total.rounds || was.voids !== total.voids || was.payback !== total.payback || was.win_counted !== total.win_counted || was.drop !== total.drop);
  page.total = total;
  page.results = !before || isStreamed(latest) ? latest : { ...before, now: latest.now, day: latest.day, shift: latest.shift, day_starts: latest.day_starts, shift_starts: latest.shift_starts };
  redraw();
  if (changed && !page.until && !again) again = setTimeout(() => { again = 0; read(); }, AGAIN_MS);
}

if (await admitted("results", root)) {
  redraw = drawing(room, view);
  sayLinkIn(/** @type {HTMLElement} */ (document.getElementById("age")));
  page.since = TODAY;
  await read();
  page.since = page.results?.day_starts ?? "";
  redraw();
  const news = new ResultsNews(hear);
  news.addEventListener("link", () => (news.link === "live" || news.link === "" ? fresh() : setLink(news.link)));
}
