// <punto-squeeze>: a card face down that is bent up from an edge, by finger, mouse or arrow keys, until it is turned.

import { backOf, faceOf } from "../lib/cards.js";
import { PageElement } from "../lib/draw.js";
import { define, h, listen, s } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { HEIGHT, TURNED, WIDTH, dragged, foldOf, nearestEdge, within } from "./bend.js";

/** @typedef {import("./bend.js").Edge} Edge */

const STEP = 0.035;
/** So far bent it is turned when it is let go. */
const ENOUGH = 0.46;
/** @type {Record<string, Edge>} */
const KEYS = { ArrowUp: "bottom", ArrowDown: "top", ArrowLeft: "right", ArrowRight: "left" };
let numbered = 0;

/** Event: `turned`. */
export class Squeeze extends PageElement {
  #id = `squeeze-${++numbered}`;
  #face = "";
  /** @type {Edge} */
  #edge = "bottom";
  #bent = 0;
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

  connectedCallback() {
    this.tabIndex = 0;
    this.setAttribute("role", "slider");
    this.setAttribute("aria-valuemin", "0");
    this.setAttribute("aria-valuemax", "100");
    listen(this, "pointerdown", (event) => this.#grip(event));
    listen(this, "pointermove", (event) => this.#drag(event));
    listen(this, "pointerup", () => this.#letGo());
    listen(this, "pointercancel", () => this.#letGo());
    listen(this, "keydown", (event) => this.#key(event));
    super.connectedCallback();
    this.parentElement?.scrollIntoView({ block: "nearest" });
  }

  view() {
    const { flat, flap, crease, transform } = foldOf(this.#edge, this.#bent);
    const [lies, folded] = [`${this.#id}-a`, `${this.#id}-b`];
    this.setAttribute("aria-label", `${t("squeeze.card")}. ${t("squeeze.how")}`);
    this.setAttribute("aria-valuenow", String(Math.round((this.#bent / TURNED) * 100)));
    return s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" },
      s("clipPath", { id: lies }, s("rect", { ...flat })),
      s("clipPath", { id: folded }, s("rect", { ...flap })),
      s("g", { key: "back", "clip-path": `url(#${lies})` }, backOf()),
      s("g", { key: "flap", "clip-path": `url(#${folded})` }, s("g", { transform }, this.#face && faceOf(this.#face)), s("rect", { class: "crease", ...crease })));
  }

  /** @param {PointerEvent} event */
  #grip(event) {
    event.preventDefault();
    this.focus();
    this.setPointerCapture(event.pointerId);
    const box = this.getBoundingClientRect();
    this.#edge = nearestEdge((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
    this.#from = { x: event.clientX, y: event.clientY, box };
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    if (!this.#from) return;
    const { x, y, box } = this.#from;
    this.#bend(dragged(this.#edge, (event.clientX - x) / box.width, (event.clientY - y) / box.height));
  }

  #letGo() {
    this.#from = null;
    if (this.#bent > ENOUGH) this.#turn();
    else this.#bend(0);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const edge = KEYS[event.key];
    if (edge) {
      if (edge !== this.#edge) [this.#edge, this.#bent] = [edge, 0];
      this.#bend(this.#bent + STEP);
    } else if (event.key === "Enter" || event.key === " ") {
      this.#turn();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} part */
  #bend(part) {
    this.#bent = within(part);
    this.changed();
    if (this.#bent >= TURNED) this.#turn();
  }

  #turn() {
    this.#from = null;
    this.dispatchEvent(new CustomEvent("turned"));
  }
}

define("punto-squeeze", Squeeze);

/** A card to squeeze; `turned` is called when it is over. @param {string} face @param {() => void} turned */
export const squeeze = (face, turned) => h("punto-squeeze", { props: { face }, onturned: turned });
