// Short notes at the edge of the page: what was refused and by which paragraph, what was done.

import { cite } from "./cite.js";
import { draw } from "./draw.js";
import { h } from "./element.js";
import { WAITS, why } from "./refusal.js";

const MOST = 3;

const place = h("div", { class: "toasts", role: "status", "aria-live": "polite" });
/** @type {{note: HTMLElement, tone: string}[]} */
let notes = [];
let lastKey = 0;

/** @param {typeof notes} now */
function show(now) {
  notes = now;
  draw(place, notes.map(({ note }) => note));
}

/** Say something (text or elements) for a few seconds; `tone` is "note", "good" or "bad". @param {Draw.Child} text @param {{tone?: string, of?: string, seconds?: number}} [how] */
export function say(text, { tone = "note", of = "", seconds = 4 } = {}) {
  if (!place.isConnected) draw(document.body, [...document.body.childNodes], place);
  const note = h("div", { class: ["toast", tone], key: ++lastKey }, h("span", {}, text), of && cite(of));
  // Of several refusals the last one counts; three of them would cover what one is about to use.
  show([...notes.filter((row) => tone !== "bad" || row.tone !== "bad"), { note, tone }].slice(-MOST));
  setTimeout(() => show(notes.filter((row) => row.note !== note)), seconds * 1000);
  return note;
}

/** Say why something was refused. @param {import("./api.js").ApiError} error */
export const sayRefused = (error) => say(why(error), { tone: error.code === WAITS ? "note" : "bad", of: error.cite });
