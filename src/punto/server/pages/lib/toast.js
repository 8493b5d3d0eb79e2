// Short notes at the edge of the page: what was refused and by which paragraph, what was done.

import { cite } from "./cite.js";
import { h } from "./element.js";
import { WAITS, why } from "./refusal.js";

/** @type {HTMLElement | undefined} */
let place;

/** Say something (text or elements) for a few seconds; `tone` is "note", "good" or "bad". @param {Draw.Child} text @param {{tone?: string, of?: string, seconds?: number}} [how] */
export function say(text, { tone = "note", of = "", seconds = 6 } = {}) {
  place ??= document.body.appendChild(h("div", { class: "toasts", role: "status", "aria-live": "polite" }));
  const note = h("div", { class: ["toast", tone] }, h("span", {}, text), of && cite(of));
  // Of several refusals the last one counts; three of them would cover what one is about to use.
  if (tone === "bad") for (const old of place.querySelectorAll(".toast.bad")) old.remove();
  place.append(note);
  while (place.children.length > 3) place.firstElementChild?.remove();
  setTimeout(() => note.remove(), seconds * 1000);
  return note;
}

/** Say why something was refused. @param {import("./api.js").ApiError} error */
export const sayRefused = (error) => say(why(error), { tone: error.code === WAITS ? "note" : "bad", of: error.cite });
