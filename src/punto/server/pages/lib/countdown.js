// <punto-countdown>: seconds left by the server's clock, as a ring and a number.

import { clock } from "./api.js";
import { define, h, put, s } from "./element.js";

const ROUND = 2 * Math.PI * 16;

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
    this.figure.textContent = left < 100 ? String(Math.ceil(left)) : `${Math.ceil(left / 60)}′`;
    this.ring.setAttribute("stroke-dashoffset", String(ROUND * (1 - Math.min(1, left / this.#whole))));
    this.classList.toggle("soon", left <= 5);
  }
}

define("punto-countdown", Countdown);
