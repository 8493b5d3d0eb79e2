// <punto-countdown>: time left by the server's clock, as a ring and a figure; and what a table gives time for.

import { clock } from "./api.js";
import { define, h, put, s } from "./element.js";

const ROUND = 2 * Math.PI * 16;

/** Seconds as people read them: 42 below a minute, then 1:07 and 59:54. */
export function inFigures(seconds) {
  const left = Math.max(0, Math.ceil(seconds));
  return left < 60 ? String(left) : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

/**
 * What a table's clock runs to now: {at, what} with "bets", "insurance", "choice", "card", "result" or "shoe"; null where
 * it waits for a person. Where a person deals, insurance has its time all the same: no card is drawn before it is over.
 */
export function deadline({ next, insurance_until: until }) {
  if (next) return { at: next.at, what: next.waits_for };
  return until ? { at: until, what: "insurance" } : null;
}

/** The same, as far as it is time that people have: to bet, to insure, to choose. */
export function timeGiven(view) {
  const found = deadline(view);
  return found && ["bets", "insurance", "choice"].includes(found.what) ? found : null;
}

class Countdown extends HTMLElement {
  #until = null;
  #whole = 1;
  #timer = 0;

  /** @param {string | null} iso the moment the server told */
  set until(iso) {
    if (iso === this.#until) return;
    this.#until = iso;
    this.#whole = iso ? Math.max(1, clock.until(iso)) : 1;
    clearInterval(this.#timer);
    if (iso) this.#timer = setInterval(() => this.#tick(), 200);
    this.#tick();
  }

  get until() {
    return this.#until;
  }

  connectedCallback() {
    this.ring = s("circle", { class: "ring", cx: 20, cy: 20, r: 16, "stroke-dasharray": ROUND });
    this.figure = h("span", { class: "figure" });
    put(this, s("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" },
      s("circle", { class: "track", cx: 20, cy: 20, r: 16 }), this.ring), this.figure);
    this.setAttribute("role", "timer");
    this.#tick();
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
    this.#until = null;
  }

  #tick() {
    if (!this.ring) return;
    const left = this.#until ? Math.max(0, clock.until(this.#until)) : 0;
    this.hidden = !this.#until;
    this.figure.textContent = inFigures(left);
    this.ring.setAttribute("stroke-dashoffset", String(ROUND * (1 - Math.min(1, left / this.#whole))));
    this.classList.toggle("long", left > 59);
    this.classList.toggle("soon", left <= 5);
  }
}

define("punto-countdown", Countdown);
