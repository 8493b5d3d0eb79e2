// The patron's table.

import { named } from "../lib/address.js";
import { ApiError, News, get } from "../lib/api.js";
import { draw } from "../lib/draw.js";
import "../lib/header.js";
import { t } from "../lib/i18n.js";
import "../lib/roads.js";
import { say } from "../lib/toast.js";
import { admitted, turnAway } from "../lib/turned-away.js";
import { Room } from "./room.js";

const root = /** @type {HTMLElement} */ (document.getElementById("page"));
let wasLost = false;

/** @param {"live" | "waiting" | "offline"} link */
function showLink(link) {
  const note = /** @type {HTMLElement} */ (document.getElementById("link"));
  note.hidden = link === "live";
  draw(note, link !== "live" && t(`table.link.${link}`));
  document.body.dataset.link = link;
  if (link === "live" && wasLost) say(t("table.link.back"), { tone: "good", seconds: 3 });
  wasLost = link !== "live";
}

/** @param {string} id */
async function open(id) {
  const page = await get(`/api/tables/${encodeURIComponent(id)}`);
  if (!page.felt) return void say(t("call.closed"), { seconds: 3600 });
  const room = new Room(id, page, page.felt);
  const news = new News(id, page.view.version);
  news.addEventListener("news", (event) => room.hear(/** @type {CustomEvent<Api.NewsView>} */ (event).detail));
  news.addEventListener("link", () => news.link && showLink(news.link));
}

const id = named();
if (!id) location.replace("/");
else if (await admitted("table", root)) {
  try {
    await open(id);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    turnAway(root, error);
  }
}
