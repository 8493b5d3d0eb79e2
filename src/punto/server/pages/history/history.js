// A patron's own history: day by day, each round with its bets and what it came to, and all of it as a file.

import { ApiError, get } from "../lib/api.js";
import { drawing } from "../lib/draw.js";
import { h } from "../lib/element.js";
import "../lib/header.js";
import { language, pick, t } from "../lib/i18n.js";
import { money, signed } from "../lib/money.js";
import { timeOf } from "../lib/moment.js";
import { rounded } from "../lib/rounded.js";
import { tableName } from "../lib/table-words.js";
import { sayRefused } from "../lib/toast.js";
import { admitted, turnAway } from "../lib/turned-away.js";
import { daysOf, joined } from "./days.js";

const root = /** @type {HTMLElement} */ (document.getElementById("page"));

/** @type {Api.OwnHistory} */
const page = { rounds: [], tables: {}, before: null };

/** @param {string} day */
const dayWords = (day) => new Intl.DateTimeFormat(language() === "zh" ? "zh-Hant" : "en-GB", { weekday: "long", day: "numeric", month: "long", year: "numeric" })
  .format(new Date(`${day}T12:00:00`));

/** A colour for winning that is nothing else. @param {number} net */
const net = (net) => h("b", { class: ["net", net > 0 && "won", net < 0 && "lost"] }, signed(net));

/** @param {Api.OwnRound} round @param {Api.OwnBet} bet */
function betName({ table }, bet) {
  if (bet.insures) return t(`insurance.${bet.insures}`);
  return pick(page.tables[table]?.bets[bet.bet]) || bet.bet;
}

/** @param {Api.OwnRound} round */
function outcome(round) {
  if (round.ending === "voided") return t("history.void");
  const points = { p: round.player_points ?? 0, b: round.banker_points ?? 0 };
  if (round.winner === "tie") return t("history.tie", points);
  return t(round.winner === "player" ? "history.player" : "history.banker", points);
}

/** @param {Api.OwnRound} round @param {Api.OwnBet} bet */
const betLine = (round, bet) => h("li", { class: bet.outcome },
  h("span", { class: "what" }, betName(round, bet)), h("span", { class: "stake" }, money(bet.stake)), net(bet.net),
  bet.exact && h("span", { class: "rounded quiet-text small" }, rounded(bet)));

/** @param {Api.OwnRound} round */
const roundRow = (round) => h("li", { class: "round", key: `${round.table} ${round.coup}`, data: { table: round.table, round: round.coup } },
  h("div", { class: "where" },
    h("b", {}, tableName(page.tables[round.table] ?? { name: round.table })), " ",
    h("span", { class: "quiet-text" }, `${t("round.n", { n: round.coup })} · ${timeOf(round.at)}`)),
  h("div", { class: "outcome" }, outcome(round)),
  h("ul", { class: "bets" }, round.bets.map((bet) => betLine(round, bet)),
    round.other !== 0 && h("li", { class: "other" }, h("span", { class: "what" }, t("history.other")), net(round.other))),
  h("div", { class: "sum" }, net(round.net)));

/** @param {import("./days.js").Day} day */
const dayPanel = (day) => h("section", { class: "panel day", key: day.day },
  h("header", {}, h("h2", {}, dayWords(day.day)), h("p", {}, t("history.rounds", { count: day.rounds.length }), " ", net(day.net))),
  h("ol", {}, day.rounds.map(roundRow)));

async function older() {
  if (!page.before) return;
  try {
    const more = await get(`/api/me/history?before=${encodeURIComponent(page.before)}`);
    const rounds = joined(page.rounds, more.rounds);
    const stuck = rounds.length === page.rounds.length;
    Object.assign(page, { rounds, tables: { ...page.tables, ...more.tables }, before: stuck ? null : more.before });
    redraw();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    sayRefused(error);
  }
}

const view = () => [
  h("div", { class: "history-head" },
    h("div", {}, h("h1", {}, t("history.title")), h("p", { class: "quiet-text" }, t("history.what"))),
    h("a", { class: "button", href: "/api/me/history/csv", download: "" }, t("history.download"))),
  page.rounds.length ? daysOf(page.rounds).map(dayPanel) : h("p", { class: "panel nothing" }, t("history.none")),
  page.before && h("p", { class: "more" }, h("button", { type: "button", onclick: older }, t("history.older"))),
];

let redraw = () => {};

if (await admitted("table", root)) {
  try {
    Object.assign(page, await get("/api/me/history"));
    redraw = drawing(root, view);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    turnAway(root, error);
  }
}
