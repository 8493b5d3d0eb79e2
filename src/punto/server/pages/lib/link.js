// How fresh a page is. While its link is lost what it shows is marked as old, with the moment it is from.

import { add, t, whenSpoken } from "./i18n.js";

add({
  en: { "old.waiting": "Reconnecting … This is how it was at {time}.", "old.offline": "No connection. This is how it was at {time}." },
  zh: { "old.waiting": "重新連線中… 以下為 {time} 的情況。", "old.offline": "沒有連線。以下為 {time} 的情況。" },
});

let link = "live";
let heard = new Date();
let note;

/** Say in an element whether the page is fresh. */
export function sayLinkIn(element) {
  note = element;
  show();
  whenSpoken(show);
}

/** Something fresh has come. */
export function fresh() {
  heard = new Date();
  setLink("live");
}

/** @param {"live" | "waiting" | "offline"} to */
export function setLink(to) {
  if (to === link) return;
  link = to;
  show();
}

function show() {
  document.body.dataset.link = link;
  const said = link === "live" ? "" : t(`old.${link}`, { time: heard.toLocaleTimeString("en-GB") });
  if (note && note.textContent !== said) note.textContent = said;
}
