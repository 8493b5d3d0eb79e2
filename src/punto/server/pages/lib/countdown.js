// <punto-countdown>: time left by the server's clock, as a ring and a figure. The figure changes once a second; the ring is
// turned by the browser's compositor and costs the page nothing.

import { clock } from "./api.js";
import { PageElement } from "./draw.js";
import { define, h } from "./element.js";
import { inFigures } from "./time-left.js";

export class Countdown extends PageElement {
  /** @type {string | null} */
  #until = null;
  #timer = 0;
  /** The moment its ring turns to, and what turns it. @type {string | null} */
  #ringUntil = null;
  /** @type {Animation[]} */
  #halves = [];

  /** The moment it runs to, as the server told it. @param {string | null} iso */
  set until(iso) {
    if (iso === this.#until) return;
    this.#until = iso;
    this.changed();
    this.#turn();
  }

  get until() {
    return this.#until;
  }

  connectedCallback() {
    this.setAttribute("role", "timer");
    super.connectedCallback();
    this.#turn();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    this.#until = null;
    this.#ringUntil = null;
  }

  view() {
    const left = this.#until ? Math.max(0, clock.until(this.#until)) : 0;
    this.hidden = !this.#until;
    this.classList.toggle("long", left > 59);
    this.classList.toggle("soon", left <= 5);
    clearTimeout(this.#timer);
    // Again when the figure is another; a little late is better than a little early, which would draw twice.
    if (left > 0) this.#timer = setTimeout(() => this.changed(), (left - Math.ceil(left) + 1) * 1000 + 15);
    return [
      h("span", { class: "track" }),
      h("span", { class: "ring" }, h("span", { class: "later" }, h("i")), h("span", { class: "sooner" }, h("i"))),
      h("span", { class: "figure" }, inFigures(left)),
    ];
  }

  /**
   * Begin with a full ring. Each half turns away behind its edge, one after the other. An element is not asked what
   * turns it: for that a browser works out the styles of the whole page at once.
   */
  #turn() {
    queueMicrotask(() => {
      if (!this.isConnected || this.#ringUntil === this.#until) return;
      this.#ringUntil = this.#until;
      for (const half of this.#halves) half.cancel();
      const time = this.#until ? Math.max(1, clock.until(this.#until)) * 1000 : 0;
      this.#halves = time ? [...this.#turned("later", time, 0), ...this.#turned("sooner", time, time / 2)] : [];
    });
  }

  /** @param {"later" | "sooner"} half @param {number} time of the whole ring @param {number} delay @returns {Animation[]} */
  #turned(half, time, delay) {
    // Whoever wants less motion sees the ring move once a second.
    const easing = matchMedia("(prefers-reduced-motion: reduce)").matches ? `steps(${Math.ceil(time / 2000)})` : "linear";
    const turned = this.querySelector(`.${half} i`);
    return turned ? [turned.animate({ transform: ["rotate(0)", "rotate(-180deg)"] }, { duration: time / 2, delay, easing, fill: "both" })] : [];
  }
}

define("punto-countdown", Countdown);
