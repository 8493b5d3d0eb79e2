// The patron's table, or two to four of them side by side on one stream.

import { nameInAddress } from "../lib/address.js";
import { ApiError, News, TablesNews, get } from "../lib/api.js";
import { draw, drawing } from "../lib/draw.js";
import { h, wear } from "../lib/element.js";
import "../lib/header.js";
import { t, whenSpoken } from "../lib/i18n.js";
import "../lib/roads.js";
import { fullName, tableName } from "../lib/table-words.js";
import { timeGiven } from "../lib/time-left.js";
import { say } from "../lib/toast.js";
import { admitted, turnAway } from "../lib/turned-away.js";
import { unnamed } from "./copies.js";
import { addressOf, shownAtOnce, tablesOf } from "./felts.js";
import { Room } from "./room.js";

const root = /** @type {HTMLElement} */ (document.getElementById("page"));
let wasLost = false;
/** @type {Map<string, Room>} */
const rooms = new Map();

/** The window: how many felts it is for, and whether they lie there side by side. */
const side = { felts: 1, beside: false };

const visibleFelts = () => shownAtOnce(side.felts, innerWidth, innerHeight);

/** How many felts share the window's width, and so which layout each gets. */
function fit() {
  const { felts, beside } = side;
  wear(document.body, {
    class: [beside && "several", (felts > 1 || innerWidth <= 1060) && "narrow", innerWidth / visibleFelts() <= 640 && "slim", visibleFelts() < felts && "paged"],
    style: { "--shown": visibleFelts(), "--felts": beside && felts },
  });
}

/** @param {"live" | "waiting" | "offline"} link */
function showLink(link) {
  const note = /** @type {HTMLElement} */ (document.getElementById("link"));
  draw(note, link !== "live" && t(`table.link.${link}`));
  document.body.dataset.link = link;
  for (const room of rooms.values()) room.link = link;
  if (link === "live" && wasLost) say(t("table.link.back"), { tone: "good", seconds: 3 });
  wasLost = link !== "live";
}

/** A place for one of several felts: a copy of the page's own, whose parts go by name. @param {string} id */
function placeFor(id) {
  const copies = [...document.querySelectorAll("#page > .table, body > dialog, #spoken")].map(unnamed);
  return h("div", placed(id), copies);
}

/** What the place of a felt wears: a name, and whether the keys are for it. @param {string} id */
function placed(id) {
  const room = rooms.get(id);
  const region = room && { role: "region", "aria-label": tableName(room.view) };
  return { class: ["felt-place", room && Room.active === room && "active"], key: id, data: { table: id }, ...region };
}

/** What a felt is called, its clock where it is out of sight, and the way to leave it. @param {string} id @param {Room} room @param {() => void} show */
function feltName(id, room, show) {
  const name = tableName(room.view);
  return h("div", { class: ["felt-name", Room.active === room && "active"], key: id, data: { table: id } },
    h("button", { type: "button", class: "to", onclick: show },
      h("span", {}, name, h("span", { class: "game" }, fullName(room.view, room.felt.title).slice(name.length))),
      h("punto-countdown", { props: { until: timeGiven(room.view)?.at ?? null } })),
    h("a", { class: "button away", href: addressOf([...rooms.keys()].filter((other) => other !== id)), "aria-label": `${t("close")} ${name}` }, "✕"));
}

/** @param {string} id @param {Api.TablePage} page @param {ParentNode} [place] */
function sitDown(id, page, place) {
  if (!page.felt) return void say(t("call.closed"), { seconds: 3600 });
  const room = new Room(id, page, page.felt, place);
  rooms.set(id, room);
  return room;
}

/** @param {EventTarget & {link: string}} news */
function follow(news) {
  news.addEventListener("news", (event) => {
    const detail = /** @type {CustomEvent<Api.NewsView>} */ (event).detail;
    rooms.get(detail.view.table)?.hear(detail);
  });
  news.addEventListener("link", () => news.link && showLink(/** @type {"live"} */ (news.link)));
}

/** @param {string} id @param {Api.TablePage} page */
function open(id, page) {
  if (sitDown(id, page)) follow(new News(id, page.view.version));
}

/** @param {string[]} ids @param {Api.TablePage[]} pages */
function openSeveral(ids, pages) {
  const places = new Map(ids.map((id) => [id, placeFor(id)]));
  const names = h("nav", { class: "felts", "aria-label": t("beside.title") });
  side.beside = true;
  fit();
  const parts = [...document.body.children].filter((part) => !(part instanceof HTMLDialogElement));
  draw(document.body, parts.map((part) => (part === root ? [names, root] : part)));
  draw(root, document.getElementById("contradiction"), document.getElementById("link"), [...places.values()]);
  const redraw = drawing(names, () => {
    const all = [...rooms.values()].map((room) => tableName(room.view)).join(" · ");
    document.title = `${all} · Punto`;
    return [h("h1", { class: "visually-hidden" }, all), ...[...rooms].map(([id, room]) => feltName(id, room, () => {
      choose(id);
      places.get(id)?.scrollIntoView({ inline: "start", behavior: "smooth" });
    }))];
  });
  const wearPlaces = () => { for (const [id, place] of places) wear(place, placed(id)); };
  whenSpoken(wearPlaces);
  const choose = (/** @type {string} */ id) => {
    Room.active = rooms.get(id) ?? Room.active;
    wearPlaces();
    redraw();
  };
  // A felt that was swiped into sight is the one that keys are for.
  const observer = new IntersectionObserver((changes) => {
    const [into] = changes.filter((change) => change.isIntersecting).map((change) => /** @type {HTMLElement} */ (change.target));
    if (into && visibleFelts() < side.felts) choose(into.dataset.table ?? "");
  }, { root, threshold: 0.6 });
  for (const [at, [id, place]] of [...places].entries()) {
    const room = sitDown(id, pages[at], place);
    if (room) room.whenDrawn = redraw;
    for (const event of ["pointerdown", "focusin"]) place.addEventListener(event, () => choose(id));
    observer.observe(place);
  }
  choose(ids[0]);
  follow(new TablesNews(new Map(ids.map((id, at) => [id, pages[at].view.version]))));
}

const tables = tablesOf(nameInAddress());
// They are on their way while it is not yet known who asks.
const answers = Promise.all(tables.map((id) => get(`/api/tables/${encodeURIComponent(id)}`)));
answers.catch(() => {});
if (!tables.length) location.replace("/");
else if (await admitted("table", root)) {
  try {
    side.felts = tables.length;
    addEventListener("resize", fit);
    fit();
    const pages = await answers;
    if (tables.length > 1) openSeveral(tables, pages);
    else open(tables[0], pages[0]);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    turnAway(root, error);
  }
}
