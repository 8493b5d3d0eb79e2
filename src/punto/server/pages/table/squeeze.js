// <punto-squeeze>: a card face down that is peeled from any edge or corner, by finger, mouse or keys, until it is turned.

import { backOf, faceOf } from "../lib/cards.js";
import { PageElement } from "../lib/draw.js";
import { define, h, listen, s } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { TURNED, across, foldOf, gripAt, pointsText, sizeOf } from "./bend.js";

/** @typedef {import("./bend.js").Point} Point */

const STEP = 0.035;
/** So far bent it is turned when it is let go. */
const ENOUGH = 0.46;
/** The edge or corner that a key lifts, in parts of the card. @type {Record<string, Point>} */
const KEYS = {
  ArrowUp: [0.5, 1], ArrowDown: [0.5, 0], ArrowLeft: [1, 0.5], ArrowRight: [0, 0.5],
  Home: [0, 0], PageUp: [1, 0], End: [0, 1], PageDown: [1, 1],
};
let numbered = 0;

/** Event: `turned`. */
export class Squeeze extends PageElement {
  #id = `squeeze-${++numbered}`;
  #face = "";
  #across = false;
  /** @type {Point} */
  #grip = [0.5, 1];
  /** @type {Point | null} where the grip was drawn to, in the card's units */
  #to = null;
  /** @type {{x: number, y: number, box: DOMRect} | null} */
  #from = null;

  /** @param {string} face */
  set face(face) {
    this.#face = face;
    this.changed();
  }

  get face() {
    return this.#face;
  }

  /** Whether the card lies across. @param {boolean} lies */
  set lying(lies) {
    this.#across = lies;
    this.#to = null;
    this.changed();
  }

  get lying() {
    return this.#across;
  }

  connectedCallback() {
    this.tabIndex = 0;
    this.setAttribute("role", "slider");
    this.setAttribute("aria-valuemin", "0");
    this.setAttribute("aria-valuemax", "100");
    listen(this, "pointerdown", (event) => this.#take(event));
    listen(this, "pointermove", (event) => this.#drag(event));
    listen(this, "pointerup", () => this.#letGo());
    listen(this, "pointercancel", () => this.#letGo());
    listen(this, "keydown", (event) => this.#key(event));
    super.connectedCallback();
    this.focus({ preventScroll: true });
  }

  get #fold() {
    const size = sizeOf(this.#across);
    return foldOf(this.#grip, this.#to ?? [this.#grip[0] * size[0], this.#grip[1] * size[1]], size);
  }

  view() {
    const [width, height] = sizeOf(this.#across);
    const { flat, flap, transform, crease: [from, to], bent } = this.#fold;
    const [lies, folded, shade] = [`${this.#id}-a`, `${this.#id}-b`, `${this.#id}-c`];
    const turned = this.#across ? "matrix(0 1 -1 0 140 0)" : "";
    this.setAttribute("aria-label", `${t("squeeze.card")}. ${t("squeeze.how")} ${t("squeeze.keys")}`);
    this.setAttribute("aria-valuenow", String(Math.min(100, Math.round((bent / TURNED) * 100))));
    return s("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
      s("defs", {},
        s("clipPath", { id: lies }, s("polygon", { points: pointsText(flat) })),
        s("clipPath", { id: folded }, s("polygon", { points: pointsText(flap) })),
        s("filter", { id: shade, x: "-30%", y: "-30%", width: "160%", height: "160%" }, s("feGaussianBlur", { stdDeviation: "3" }))),
      s("g", { key: "back", "clip-path": `url(#${lies})` },
        s("g", { transform: turned }, backOf()),
        flap.length > 0 && s("polygon", { class: "peel-shadow", points: pointsText(flap), filter: `url(#${shade})` })),
      s("g", { key: "flap", "clip-path": `url(#${folded})` },
        s("g", { transform }, s("g", { transform: turned }, this.#face && faceOf(this.#face))),
        s("line", { class: "crease wide", x1: from[0], y1: from[1], x2: to[0], y2: to[1] }),
        s("line", { class: "crease", x1: from[0], y1: from[1], x2: to[0], y2: to[1] })));
  }

  /** @param {PointerEvent} event */
  #take(event) {
    event.preventDefault();
    this.focus({ preventScroll: true });
    this.setPointerCapture(event.pointerId);
    const box = this.getBoundingClientRect();
    this.#grip = gripAt((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
    this.#from = { x: event.clientX, y: event.clientY, box };
    this.#to = null;
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    if (!this.#from) return;
    const { x, y, box } = this.#from;
    const [width, height] = sizeOf(this.#across);
    this.#draw([this.#grip[0] * width + ((event.clientX - x) / box.width) * width, this.#grip[1] * height + ((event.clientY - y) / box.height) * height]);
  }

  #letGo() {
    this.#from = null;
    if (this.#fold.bent > ENOUGH) return this.#turn();
    this.#to = null;
    this.changed();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const grip = KEYS[event.key];
    if (grip) {
      const bent = grip === this.#grip ? this.#fold.bent : 0;
      this.#grip = grip;
      this.#draw(across(grip, bent + STEP, sizeOf(this.#across)));
    } else if (event.key === "Enter" || event.key === " ") {
      this.#turn();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {Point} to */
  #draw(to) {
    this.#to = to;
    this.changed();
    if (this.#fold.bent >= TURNED) this.#turn();
  }

  #turn() {
    this.#from = null;
    this.dispatchEvent(new CustomEvent("turned"));
  }
}

define("punto-squeeze", Squeeze);

/** A card to squeeze; `turned` is called when it is over. @param {string} face @param {boolean} lying @param {() => void} turned */
export const squeeze = (face, lying, turned) => h("punto-squeeze", { props: { face, lying }, onturned: turned });
