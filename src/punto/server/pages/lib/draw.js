// The one way to redraw: a function from state to elements, laid over what is there (docs/decisions/0015-redraw.md).
// Elements that stay keep focus, selection, scroll, what was typed in them, open folds and dialogs, a press half done,
// running transitions, and the inner state of our own elements.

import { descriptionOf, dress, kindOf, nodesOf } from "./element.js";
import { whenSpoken } from "./i18n.js";
import { longestRun } from "./order.js";

/**
 * Make these the children of an element. A child that was there before stays the same element: it is known by its `key`;
 * without one by its tag, first class, name and id, in their order. An element that already is in the page is taken as it is.
 * @param {Element} root @param {...Draw.Child} children
 */
export function draw(root, ...children) {
  lay(root, nodesOf(children));
}

/**
 * Draw a view into an element, now, when the language changes, and whenever the function that is given back is called;
 * calls in one turn draw once.
 * @param {Element} root @param {() => Draw.Child} view @returns {() => void}
 */
export function drawing(root, view) {
  const redraw = soon(() => draw(root, view()));
  whenSpoken(redraw);
  draw(root, view());
  return redraw;
}

/** @param {() => void} work @returns {() => void} */
function soon(work) {
  let waits = false;
  return () => {
    if (waits) return;
    waits = true;
    queueMicrotask(() => {
      waits = false;
      work();
    });
  };
}

/** An element of ours: it draws `view()` into itself when it enters a page, when `changed()` is called and when the language changes. */
export class PageElement extends HTMLElement {
  #redraw = soon(() => { if (this.isConnected) draw(this, this.view()); });
  #stop = () => {};

  connectedCallback() {
    this.#stop = whenSpoken(this.#redraw);
    this.changed();
  }

  disconnectedCallback() {
    this.#stop();
  }

  attributeChangedCallback() {
    this.changed();
  }

  changed() {
    this.#redraw();
  }

  /** @returns {Draw.Child} */
  view() {
    return null;
  }
}

/** @param {Node} node @returns {string} */
function keyOf(node) {
  if (!(node instanceof Element)) return node.nodeName;
  const key = descriptionOf(node).key ?? node.getAttribute("data-key");
  if (key !== null) return `${node.nodeName} ${key}`;
  if (node instanceof HTMLOptionElement) return `OPTION ${node.value}`;
  return [node.nodeName, kindOf(node), node.getAttribute("name"), node.id].join(" ");
}

/** @param {Element} root @param {Node[]} nodes */
function lay(root, nodes) {
  const before = [...root.childNodes];
  const places = new Map(before.map((node, place) => [/** @type {Node} */ (node), place]));
  const present = new Set(nodes.filter((node) => places.has(node)));
  const free = Map.groupBy(before.filter((node) => !present.has(node)), keyOf);
  const after = nodes.map((node) => {
    if (node.isConnected) return node;
    const same = free.get(keyOf(node))?.shift();
    return same && become(same, node) ? same : node;
  });
  const staying = new Set(after);
  for (const node of before) if (!staying.has(node)) node.remove();
  order(root, after, places);
}

/** Put children in order; those that need not move are not moved. @param {Element} root @param {Node[]} nodes @param {Map<Node, number>} places as they were */
function order(root, nodes, places) {
  const old = nodes.filter((node) => places.has(node));
  const run = longestRun(old.map((node) => places.get(node) ?? 0));
  const still = new Set(old.filter((_, place) => run.has(place)));
  /** @type {Node | null} */
  let next = null;
  for (const node of nodes.toReversed()) {
    if (!still.has(node)) place(root, node, next);
    next = node;
  }
}

/** @param {Element} root @param {Node} node @param {Node | null} next */
function place(root, node, next) {
  // Where the browser can move an element as it is, it keeps its focus and scroll.
  if ("moveBefore" in root && node.parentNode === root) root.moveBefore(/** @type {Element} */ (node), next);
  else root.insertBefore(node, next);
}

/** Make a node what another is; false where it cannot be. @param {Node} node @param {Node} fresh */
function become(node, fresh) {
  if (node.nodeName !== fresh.nodeName) return false;
  if (!(node instanceof Element && fresh instanceof Element)) {
    if (node.nodeValue !== fresh.nodeValue) node.nodeValue = fresh.nodeValue;
    return true;
  }
  // An element of ours draws what is in it by itself.
  if (!node.localName.includes("-")) lay(node, [...fresh.childNodes]);
  dress(node, descriptionOf(fresh));
  return true;
}
