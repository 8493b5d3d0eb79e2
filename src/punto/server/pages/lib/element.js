// Small helpers to build elements. Pages are light DOM, so one stylesheet dresses everything.

import { whenSpoken } from "./i18n.js";

const SVG = "http://www.w3.org/2000/svg";

/** What each element does when something happens on it, so that one drawn anew can hand that to the one that stays. */
const acts = new WeakMap();

export const actsOf = (element) => acts.get(element) ?? {};

/**
 * Let an element do something when something happens on it; what it did before is forgotten. A press that brings work
 * along is taken once: until the work is done the element is busy, and pressing it again is nothing.
 */
export function listen(element, type, act) {
  if (!acts.has(element)) acts.set(element, {});
  const known = acts.get(element);
  if (!(type in known)) element.addEventListener(type, (event) => meet(event, known[type]));
  known[type] = act;
}

function meet(event, act) {
  const element = event.currentTarget;
  const press = event.type === "click" || event.type === "submit";
  if (press && element.ariaBusy === "true") return event.preventDefault();
  const work = act?.call(element, event);
  if (!press || !(work instanceof Promise)) return;
  // Not disabled: that would take the focus away from whoever presses by key.
  element.ariaBusy = "true";
  work.finally(() => { element.ariaBusy = null; });
}

/** The value a field was drawn with; what somebody typed since is theirs. */
export const drawnValue = new WeakMap();

/**
 * Set attributes and listeners. `on…` functions listen, `class` may be a list, `style` is an object set through
 * the CSSOM (the content policy allows no style attributes), false and null leave an attribute out.
 * @param {Element} element
 * @param {Record<string, any>} attributes
 */
function dress(element, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) listen(element, key.slice(2), value);
    else if (key === "class") element.setAttribute("class", [value].flat().filter(Boolean).join(" "));
    else if (key === "style") for (const [name, to] of Object.entries(value)) element.style.setProperty(name, to);
    else if (key === "data") for (const [name, to] of Object.entries(value)) element.dataset[name] = to;
    else if (key === "value" && "value" in element) drawnValue.set(element, element.value = String(value));
    else element.setAttribute(key, value === true ? "" : String(value));
  }
}

/** @param {any[]} children */
function fill(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

/** An HTML element: `h("p", {class: "sum"}, "Total ", h("b", {}, 5))`. @returns {HTMLElement} */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, attributes);
  return fill(element, children);
}

/** An SVG element, by the same words. @returns {SVGElement} */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  dress(element, attributes);
  return fill(element, children);
}

/** Replace what is in an element. */
export function put(element, ...children) {
  element.replaceChildren();
  return fill(element, children);
}

/**
 * A custom element that draws itself once per frame however often it is asked to, and when the language changes: call
 * `changed()` after setting something, and write `draw()`.
 */
export class Drawn extends HTMLElement {
  #asked = false;
  #stop = null;

  connectedCallback() {
    this.#stop = whenSpoken(() => this.changed());
    this.changed();
  }

  disconnectedCallback() {
    this.#stop?.();
  }

  changed() {
    if (this.#asked) return;
    this.#asked = true;
    queueMicrotask(() => {
      this.#asked = false;
      if (this.isConnected) this.draw();
    });
  }

  draw() {}
}

/** Register an element once, whatever page or module asks for it first. */
export function define(name, constructor) {
  if (!customElements.get(name)) customElements.define(name, constructor);
}
