// Elements by words: h("p", { class: "sum" }, "Total ", h("b", {}, 5)). The description of an element is remembered, so that
// lib/draw.js can tell what a later drawing changes. Pages are light DOM, so one stylesheet dresses everything.

const SVG = "http://www.w3.org/2000/svg";

/**
 * What an element was drawn with.
 * @typedef {object} Description
 * @property {string | undefined} key
 * @property {Map<string, string>} attributes
 * @property {string[]} classes
 * @property {Map<string, string>} style
 * @property {Map<string, unknown>} properties
 * @property {Map<string, Act>} acts
 * @property {string | undefined} value
 */

/** @typedef {(event: any) => unknown} Act the listeners' types are those of Draw.Attributes */

/** @type {WeakMap<Element, Description>} */
const remembered = new WeakMap();

/** @returns {Description} */
const nothing = () => ({
  key: undefined, attributes: new Map(), classes: [], style: new Map(), properties: new Map(), acts: new Map(), value: undefined,
});

/** What an element was drawn with; nothing for one that was not drawn here. @param {Element} element */
export const descriptionOf = (element) => remembered.get(element) ?? nothing();

/** The class that tells an element from others of its kind: the first it was drawn with, or has in the HTML; none that it took on since. @param {Element} element */
export const kindOf = (element) => (remembered.has(element) ? descriptionOf(element).classes[0] : element.classList[0]);

/** @param {string} name */
const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** @param {unknown} value */
const isLeftOut = (value) => value === null || value === undefined || value === false;

/** For each special attribute of `h`, where its value goes. @type {Record<string, (description: Description, value: any) => void>} */
const WORDS = {
  key: (description, value) => { description.key = String(value); },
  class: (description, value) => { description.classes = [value].flat().filter(Boolean).join(" ").split(/\s+/).filter(Boolean); },
  style: (description, value) => { for (const [name, to] of Object.entries(value)) if (!isLeftOut(to)) description.style.set(name, String(to)); },
  data: (description, value) => { for (const [name, to] of Object.entries(value)) if (!isLeftOut(to)) description.attributes.set(`data-${kebab(name)}`, String(to)); },
  props: (description, value) => { description.properties = new Map(Object.entries(value)); },
  value: (description, value) => { description.value = String(value); },
};

/** @param {Record<string, unknown>} attributes @returns {Description} */
function read(attributes) {
  const description = nothing();
  for (const [name, value] of Object.entries(attributes)) {
    if (isLeftOut(value)) continue;
    if (Object.hasOwn(WORDS, name)) WORDS[name](description, value);
    else if (name.startsWith("on")) description.acts.set(name.slice(2), /** @type {Act} */ (value));
    else description.attributes.set(name, value === true ? "" : String(value));
  }
  return description;
}

/**
 * Apply a description to an element. Only what differs from the last description is touched: what a person did to it (a
 * field's text, an open fold), and what other code did, stays.
 * @param {Element} element @param {Description} description
 */
export function dress(element, description) {
  const before = descriptionOf(element);
  remembered.set(element, description);
  for (const name of before.attributes.keys()) if (!description.attributes.has(name)) element.removeAttribute(name);
  for (const [name, value] of description.attributes) if (before.attributes.get(name) !== value) element.setAttribute(name, value);
  dressClasses(element, before.classes, description.classes);
  if (element instanceof HTMLElement || element instanceof SVGElement) dressStyle(element.style, before.style, description.style);
  for (const [name, value] of description.properties) if (before.properties.get(name) !== value) Reflect.set(element, name, value);
  for (const type of before.acts.keys()) if (!description.acts.has(type)) listen(element, type, null);
  for (const [type, act] of description.acts) listen(element, type, act);
  if (description.value === before.value || description.value === undefined) return;
  if (isField(element)) offer(element, before.value, description.value);
  else element.setAttribute("value", description.value);
}

/**
 * Describe an element of the page's HTML (the body, a dialog) by the words of `h`: as in a drawing, only what differs from
 * the last description is touched. One place describes an element whole; an element of ours sets its own attributes itself.
 * @template {HTMLElement} E @param {E} element @param {Draw.Attributes<E>} attributes
 */
export const wear = (element, attributes) => dress(element, read(attributes));

/** @param {Element} element @param {string[]} before @param {string[]} now */
function dressClasses(element, before, now) {
  if (before.join(" ") === now.join(" ")) return;
  element.classList.remove(...before.filter((name) => !now.includes(name)));
  element.classList.add(...now);
}

/** Through the CSSOM: the content policy allows no style attributes. @param {CSSStyleDeclaration} style @param {Map<string, string>} before @param {Map<string, string>} now */
function dressStyle(style, before, now) {
  for (const name of before.keys()) if (!now.has(name)) style.removeProperty(name);
  for (const [name, to] of now) if (before.get(name) !== to) style.setProperty(name, to);
}

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/** @param {Element} element @returns {element is Field} */
const isField = (element) => element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;

/** A field takes another value only if nobody has typed one of their own. @param {Field} field @param {string | undefined} before @param {string} value */
function offer(field, before, value) {
  if (before === undefined || field.value === before) field.value = value;
}

/** Forget what was typed. @param {Field} field */
export function asDrawn(field) {
  field.value = descriptionOf(field).value ?? "";
}

/** @type {WeakMap<Element, Map<string, Act | null>>} */
const acts = new WeakMap();

/**
 * Let an element do something when something happens on it; what it did before is forgotten. A press that brings work
 * along is taken once: until the work is done the element is busy, and pressing it again is nothing.
 * @param {Element} element @param {string} type @param {Act | null} act
 */
export function listen(element, type, act) {
  const actsByType = acts.get(element) ?? new Map();
  acts.set(element, actsByType);
  if (!actsByType.has(type)) element.addEventListener(type, (event) => meet(element, event, actsByType.get(type)));
  actsByType.set(type, act);
}

/** @param {Element} element @param {Event} event @param {Act | null} act */
function meet(element, event, act) {
  const press = event.type === "click" || event.type === "submit";
  if (press && element.ariaBusy === "true") return event.preventDefault();
  const work = act?.call(element, event);
  if (!press || !(work instanceof Promise)) return;
  // Not disabled: that would take the focus away from whoever presses by key.
  element.ariaBusy = "true";
  work.finally(() => { element.ariaBusy = null; });
}

/** Children as nodes; null, undefined and false are none. @param {Draw.Child[]} children @returns {Node[]} */
export function nodesOf(children) {
  const all = /** @type {unknown[]} */ (/** @type {unknown[]} */ (children).flat(Infinity));
  return all.filter((child) => !isLeftOut(child)).map((child) => (child instanceof Node ? child : document.createTextNode(String(child))));
}

/** @template {Element} E @param {E} element @param {Record<string, unknown>} attributes @param {Draw.Child[]} children @returns {E} */
function fill(element, attributes, children) {
  element.append(...nodesOf(children));
  dress(element, read(attributes)); // After its children: a select has no value before its options.
  return element;
}

/**
 * An HTML element. `on…` functions listen, `class` may be a list, `style` and `data` are objects, `props` are set as
 * properties, `key` tells children apart, false and null leave an attribute out.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Draw.Attributes<HTMLElementTagNameMap[T]>} [attributes] @param {...Draw.Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export const h = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);

/**
 * An SVG element, by the same words.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag @param {Draw.Attributes<SVGElementTagNameMap[T]>} [attributes] @param {...Draw.Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export const s = (tag, attributes = {}, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** Register an element once, whatever page or module asks for it first. @param {string} name @param {CustomElementConstructor} constructor */
export function define(name, constructor) {
  if (!customElements.get(name)) customElements.define(name, constructor);
}
