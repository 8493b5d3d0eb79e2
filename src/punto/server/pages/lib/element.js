// Elements by words: h("p", { class: "sum" }, "Total ", h("b", {}, 5)). What was said of an element is remembered, so that
// lib/draw.js can tell what a later drawing changes. Pages are light DOM, so one stylesheet dresses everything.

const SVG = "http://www.w3.org/2000/svg";

/**
 * What was said of an element when it was drawn.
 * @typedef {object} Said
 * @property {string | undefined} key
 * @property {Map<string, string>} attributes
 * @property {string[]} classes
 * @property {Map<string, string>} style
 * @property {Map<string, unknown>} properties
 * @property {Map<string, Act>} acts
 * @property {string | undefined} value
 */

/** @typedef {(event: any) => unknown} Act the listeners' types are those of Draw.Attributes */

/** @type {WeakMap<Element, Said>} */
const remembered = new WeakMap();

/** @returns {Said} */
const nothing = () => ({
  key: undefined, attributes: new Map(), classes: [], style: new Map(), properties: new Map(), acts: new Map(), value: undefined,
});

/** What was said of an element; nothing of one that was not drawn here. @param {Element} element */
export const saidOf = (element) => remembered.get(element) ?? nothing();

/** @param {string} name */
const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** @param {unknown} value */
const isLeftOut = (value) => value === null || value === undefined || value === false;

/** What a word of `h` says is put where it belongs. @type {Record<string, (said: Said, value: any) => void>} */
const WORDS = {
  key: (said, value) => { said.key = String(value); },
  class: (said, value) => { said.classes = [value].flat().filter(Boolean).join(" ").split(/\s+/).filter(Boolean); },
  style: (said, value) => { for (const [name, to] of Object.entries(value)) if (!isLeftOut(to)) said.style.set(name, String(to)); },
  data: (said, value) => { for (const [name, to] of Object.entries(value)) if (!isLeftOut(to)) said.attributes.set(`data-${kebab(name)}`, String(to)); },
  props: (said, value) => { said.properties = new Map(Object.entries(value)); },
  value: (said, value) => { said.value = String(value); },
};

/** @param {Record<string, unknown>} attributes @returns {Said} */
function read(attributes) {
  const said = nothing();
  for (const [name, value] of Object.entries(attributes)) {
    if (isLeftOut(value)) continue;
    if (Object.hasOwn(WORDS, name)) WORDS[name](said, value);
    else if (name.startsWith("on")) said.acts.set(name.slice(2), /** @type {Act} */ (value));
    else said.attributes.set(name, value === true ? "" : String(value));
  }
  return said;
}

/**
 * Make an element what is said of it now. Only what was said otherwise before is touched: what a person did to it (a
 * field's text, an open fold), and what other code did, stays.
 * @param {Element} element @param {Said} said
 */
export function dress(element, said) {
  const before = saidOf(element);
  remembered.set(element, said);
  for (const name of before.attributes.keys()) if (!said.attributes.has(name)) element.removeAttribute(name);
  for (const [name, value] of said.attributes) if (before.attributes.get(name) !== value) element.setAttribute(name, value);
  dressClasses(element, before.classes, said.classes);
  if (element instanceof HTMLElement || element instanceof SVGElement) dressStyle(element.style, before.style, said.style);
  for (const [name, value] of said.properties) if (before.properties.get(name) !== value) Reflect.set(element, name, value);
  for (const type of before.acts.keys()) if (!said.acts.has(type)) listen(element, type, null);
  for (const [type, act] of said.acts) listen(element, type, act);
  if (said.value === before.value || said.value === undefined) return;
  if (isField(element)) offer(element, before.value, said.value);
  else element.setAttribute("value", said.value);
}

/**
 * Say what an element is that stands in the page's HTML (the body, a dialog), by the words of `h`: as in a drawing, only
 * what was said otherwise before is touched. One place says all of it; an element of ours has its own ways with itself.
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
  field.value = saidOf(field).value ?? "";
}

/** @type {WeakMap<Element, Map<string, Act | null>>} */
const acts = new WeakMap();

/**
 * Let an element do something when something happens on it; what it did before is forgotten. A press that brings work
 * along is taken once: until the work is done the element is busy, and pressing it again is nothing.
 * @param {Element} element @param {string} type @param {Act | null} act
 */
export function listen(element, type, act) {
  const known = acts.get(element) ?? new Map();
  acts.set(element, known);
  if (!known.has(type)) element.addEventListener(type, (event) => meet(element, event, known.get(type)));
  known.set(type, act);
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
function made(element, attributes, children) {
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
export const h = (tag, attributes = {}, ...children) => made(document.createElement(tag), attributes, children);

/**
 * An SVG element, by the same words.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag @param {Draw.Attributes<SVGElementTagNameMap[T]>} [attributes] @param {...Draw.Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export const s = (tag, attributes = {}, ...children) => made(document.createElementNS(SVG, tag), attributes, children);

/** Register an element once, whatever page or module asks for it first. @param {string} name @param {CustomElementConstructor} constructor */
export function define(name, constructor) {
  if (!customElements.get(name)) customElements.define(name, constructor);
}
