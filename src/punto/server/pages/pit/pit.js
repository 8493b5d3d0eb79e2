// The pit: every table at a glance, what waits for a decision, and the one table that is looked at closely.

import { ApiError, Stream, clock, get } from "../lib/api.js";
import "../lib/cards.js";
import { drawing } from "../lib/draw.js";
import { h } from "../lib/element.js";
import "../lib/header.js";
import { t } from "../lib/i18n.js";
import { fresh, sayLinkIn, setLink } from "../lib/link.js";
import { admitted, turnAway } from "../lib/turned-away.js";
import { card } from "./card.js";
import { Doing } from "./doing.js";
import { floorPeople } from "./floor-people.js";
import "./looked-at.js";
import { isNew, mattersAt, requestsAt } from "./matters.js";
import { ring } from "./sound.js";
import { followTakings } from "./takings.js";
import { waiting } from "./waiting.js";

/** @typedef {{pit: Api.PitView, me: Api.MeView, table: string, matters: Set<string>, requests: Set<string>, takings: Map<string, Api.TakingsRow>}} Page */

const root = /** @type {HTMLElement} */ (document.getElementById("page"));

let redraw = () => {};

/** @extends {Stream<"pit">} */
class PitNews extends Stream {
  /** @param {(pit: Api.PitView) => void} take */
  constructor(take) {
    super("pit");
    this.take = take;
    this.begin();
  }

  address() {
    return "/api/pit/events";
  }

  /** @param {Api.PitView} pit */
  hear(pit) {
    this.take(pit);
  }
}

/** The table that the address names, if there is one. */
const tableInAddress = () => decodeURIComponent(location.hash.slice(1));

/** @param {Api.PitView} pit */
function receive(pit) {
  for (const table of pit.tables) clock.hear(table.now);
  fresh();
  return pit;
}

/** @param {Page} page @param {Doing} doing */
function view(page, doing) {
  const { tables } = page.pit;
  const chosen = tables.find((table) => table.table === page.table) ?? tables[0];
  return [
    h("h1", { class: "visually-hidden" }, t("page.pit")),
    waiting(tables),
    floorPeople(tables),
    h("div", { class: "floor ages" },
      h("nav", { class: "tables", "aria-label": t("pit.tables") }, tables.map((table) => card(table, table === chosen, page.takings.get(table.table)))),
      h("pit-detail", { class: "detail", props: { look: chosen ? { table: chosen, pit: page.pit, doing } : null } })),
  ];
}

/** On a phone the tables are a strip: the chosen one is brought into sight. */
function showChosen() {
  const [strip, chosen] = [root.querySelector(".tables"), root.querySelector(".table-card.chosen")];
  if (strip && chosen) strip.scrollLeft += chosen.getBoundingClientRect().left - strip.getBoundingClientRect().left;
}

/** @param {Api.MeView} me @param {Api.PitView} pit */
function run(me, pit) {
  /** @type {Page} */
  const page = { pit, me, table: tableInAddress() || (pit.tables.find((table) => table.pending) ?? pit.tables[0])?.table || "", matters: mattersAt(pit.tables), requests: requestsAt(pit.tables), takings: new Map() };
  const doing = new Doing({ pit: () => page.pit, me: () => page.me, redraw: () => redraw() });
  redraw = drawing(/** @type {HTMLElement} */ (document.getElementById("floor")), () => view(page, doing));
  requestAnimationFrame(showChosen);
  followTakings((rows) => {
    page.takings = rows;
    redraw();
  });
  addEventListener("hashchange", () => {
    page.table = tableInAddress() || page.table;
    redraw();
    queueMicrotask(showChosen);
  });
  const news = new PitNews((latest) => {
    page.pit = receive(latest);
    const [now, requests] = [mattersAt(latest.tables), requestsAt(latest.tables)];
    if (isNew(page.matters, now)) ring();
    else if (isNew(page.requests, requests)) ring("request");
    Object.assign(page, { matters: now, requests });
    redraw();
  });
  news.addEventListener("link", () => (news.link === "live" || news.link === "" ? fresh() : setLink(news.link)));
}

async function start() {
  const answer = get("/api/pit");
  answer.catch(() => {});
  const me = await admitted("pit", root);
  if (!me) return;
  sayLinkIn(/** @type {HTMLElement} */ (document.getElementById("age")));
  try {
    run(me, receive(await answer));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    turnAway(root, error);
  }
}

start();
