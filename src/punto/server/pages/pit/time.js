// <pit-time>: how long something still takes, or has waited already, in words. It says it anew once a second.

import { clock } from "../lib/api.js";
import { PageElement } from "../lib/draw.js";
import { define } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { inFigures } from "../lib/time-left.js";

/** @typedef {{at: string, what: Api.NextStepView["waits_for"] | "age" | "left"}} Time a moment, and what the time until it is for; "age" is the time since it */

export class PitTime extends PageElement {
  /** @type {Time | null} */
  #time = null;
  #timer = 0;

  /** @param {Time | null} time */
  set time(time) {
    this.#time = time;
    this.changed();
  }

  get time() {
    return this.#time;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  view() {
    clearTimeout(this.#timer);
    if (!this.#time) return null;
    const { at, what } = this.#time;
    const left = clock.until(at);
    const seconds = what === "age" ? Math.floor(Math.max(0, -left)) : left;
    if (what !== "age" && left <= 0) return null;
    // Again when the figure is another; a little late is better than a little early.
    this.#timer = setTimeout(() => this.changed(), (left - Math.ceil(left) + 1) * 1000 + 15);
    const figures = inFigures(seconds);
    return t(`pit.time.${what}`, { time: figures.includes(":") ? figures : t("pit.seconds", { n: figures }) });
  }
}

define("pit-time", PitTime);
