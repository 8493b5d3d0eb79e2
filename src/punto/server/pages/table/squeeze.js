// <punto-squeeze>: a card face down that is bent up from an edge, by finger, mouse or arrow keys, until it is turned.
//
// Bending an edge by p folds the strip of width p over: it shows its face, mirrored, lying on what is still face down.

import { backOf, faceOf } from "../lib/cards.js";
import { define, h, s } from "../lib/element.js";
import { put } from "../lib/put.js";
import { t } from "../lib/i18n.js";

const [WIDTH, HEIGHT] = [100, 140];
const TURNED = 0.62;
let numbered = 0;

class Squeeze extends HTMLElement {
  #edge = "bottom";
  #bent = 0;
  #from = null;

  connectedCallback() {
    this.tabIndex = 0;
    this.setAttribute("role", "slider");
    this.setAttribute("aria-label", `${t("squeeze.card")}. ${t("squeeze.how")}`);
    this.setAttribute("aria-valuemin", "0");
    this.setAttribute("aria-valuemax", "100");
    const id = `squeeze-${++numbered}`;
    this.flatClip = s("rect", { x: 0, y: 0, width: WIDTH, height: HEIGHT });
    this.flapClip = s("rect", { x: 0, y: 0, width: 0, height: 0 });
    this.flap = s("g", {}, faceOf(this.face));
    this.crease = s("rect", { class: "crease", x: 0, y: 0, width: 0, height: 0 });
    put(this, s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" },
      s("clipPath", { id: `${id}-a` }, this.flatClip),
      s("clipPath", { id: `${id}-b` }, this.flapClip),
      s("g", { "clip-path": `url(#${id}-a)` }, backOf()),
      s("g", { "clip-path": `url(#${id}-b)` }, this.flap, this.crease)));
    this.addEventListener("pointerdown", (event) => this.#grip(event));
    this.addEventListener("pointermove", (event) => this.#drag(event));
    this.addEventListener("pointerup", () => this.#letGo());
    this.addEventListener("pointercancel", () => this.#letGo());
    this.addEventListener("keydown", (event) => this.#key(event));
    this.#bend(0);
  }

  #grip(event) {
    event.preventDefault();
    this.focus();
    this.setPointerCapture(event.pointerId);
    const box = this.getBoundingClientRect();
    const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    const near = { left: x, right: 1 - x, top: y, bottom: 1 - y };
    this.#edge = Object.keys(near).sort((one, two) => near[one] - near[two])[0];
    this.#from = { x: event.clientX, y: event.clientY, box, bent: 0 };
  }

  #drag(event) {
    if (!this.#from) return;
    const { x, y, box } = this.#from;
    const by = { left: (event.clientX - x) / box.width, right: (x - event.clientX) / box.width, top: (event.clientY - y) / box.height, bottom: (y - event.clientY) / box.height };
    this.#bend(by[this.#edge] / 2);
  }

  #letGo() {
    this.#from = null;
    if (this.#bent > 0.46) this.#turn();
    else this.#bend(0);
  }

  #key(event) {
    const edge = { ArrowUp: "bottom", ArrowDown: "top", ArrowLeft: "right", ArrowRight: "left" }[event.key];
    if (edge) {
      if (edge !== this.#edge) [this.#edge, this.#bent] = [edge, 0];
      this.#bend(this.#bent + 0.035);
    } else if (event.key === "Enter" || event.key === " ") {
      this.#turn();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #bend(part) {
    this.#bent = Math.min(TURNED, Math.max(0, part));
    this.setAttribute("aria-valuenow", String(Math.round((this.#bent / TURNED) * 100)));
    const across = this.#edge === "left" || this.#edge === "right";
    const whole = across ? WIDTH : HEIGHT;
    const p = this.#bent * whole;
    const start = this.#edge === "left" || this.#edge === "top";
    const fold = start ? p : whole - p;
    const set = (rect, from, to) => {
      const size = Math.max(0, to - from);
      rect.setAttribute(across ? "x" : "y", String(from));
      rect.setAttribute(across ? "width" : "height", String(size));
      rect.setAttribute(across ? "y" : "x", "0");
      rect.setAttribute(across ? "height" : "width", String(across ? HEIGHT : WIDTH));
    };
    set(this.flatClip, start ? fold : 0, start ? whole : fold);
    set(this.flapClip, start ? fold : fold - p, start ? fold + p : fold);
    set(this.crease, start ? fold : fold - Math.min(p, 9), start ? fold + Math.min(p, 9) : fold);
    this.flap.setAttribute("transform", across ? `matrix(-1 0 0 1 ${2 * fold} 0)` : `matrix(1 0 0 -1 0 ${2 * fold})`);
    if (this.#bent >= TURNED) this.#turn();
  }

  #turn() {
    this.#from = null;
    this.dispatchEvent(new CustomEvent("turned"));
  }
}

define("punto-squeeze", Squeeze);

/** A card to squeeze; `turned` is called once it is over. */
export function squeeze(face, turned) {
  const element = h("punto-squeeze");
  element.face = face;
  element.addEventListener("turned", turned, { once: true });
  return element;
}
