// How fresh a page is. While its link is lost what it shows is marked as old, with the moment it is from.

import { draw } from "./draw.js";
import { t, whenSpoken } from "./i18n.js";

/** @typedef {"live" | "waiting" | "offline"} Link */

/** @type {Link} */
let link = "live";
let freshAt = new Date();
/** @type {Element | undefined} */
let note;

/** Say in an element whether the page is fresh. @param {Element} element */
export function sayLinkIn(element) {
  note = element;
  show();
  whenSpoken(show);
}

/** Something fresh has come. */
export function fresh() {
  freshAt = new Date();
  setLink("live");
}

/** @param {Link} to */
export function setLink(to) {
  if (to === link) return;
  link = to;
  show();
}

/** The note on a page that is not fresh; empty on a fresh one. */
export const linkWords = () => (link === "live" ? "" : t(`old.${link}`, { time: freshAt.toLocaleTimeString("en-GB") }));

function show() {
  document.body.dataset.link = link;
  if (note) draw(note, linkWords() || null);
}
