// Drawing again what is there already: elements that stay keep focus, what was typed in them, and a press half done.

import { actsOf, drawnValue, h, listen } from "./element.js";

/** What a person does to an element, and drawing does not undo. */
const THEIRS = { DETAILS: ["open"], DIALOG: ["open"] };

/**
 * Like `put`, in place: children that are the same as before stay the same elements. The same are those with one
 * `data-key`; else those of one tag, first class and name, in their order.
 */
export function renew(element, ...children) {
  inside(element, h("div", {}, children));
  return element;
}

function keyOf(node) {
  if (!(node instanceof Element)) return node.nodeName;
  if (node.nodeName === "OPTION") return `option ${node.value}`;
  return node.dataset.key ?? [node.nodeName, node.classList[0], node.getAttribute("name"), node.id].join(" ");
}

function inside(element, fresh) {
  const before = Map.groupBy(element.childNodes, keyOf);
  const stay = [...fresh.childNodes].map((node) => {
    const same = before.get(keyOf(node))?.shift();
    return same?.nodeName === node.nodeName ? become(same, node) : node;
  });
  const kept = new Set(stay);
  for (const node of [...element.childNodes]) if (!kept.has(node)) node.remove();
  // Those that stay are moved only where their order changed: moving one takes the focus from it.
  stay.forEach((node, place) => {
    if (element.childNodes[place] !== node) element.insertBefore(node, element.childNodes[place] ?? null);
  });
}

function become(node, fresh) {
  if (!(node instanceof Element)) {
    if (node.nodeValue !== fresh.nodeValue) node.nodeValue = fresh.nodeValue;
    return node;
  }
  // An element of ours draws what is in it by itself, from the attributes it looks at.
  const own = node.localName.includes("-");
  const seen = own ? customElements.get(node.localName)?.observedAttributes ?? [] : node.getAttributeNames();
  const kept = ["aria-busy", "style", ...(THEIRS[node.nodeName] ?? [])];
  for (const name of seen) if (!fresh.hasAttribute(name) && !kept.includes(name)) node.removeAttribute(name);
  for (const name of fresh.getAttributeNames()) {
    if (!kept.includes(name) && node.getAttribute(name) !== fresh.getAttribute(name)) node.setAttribute(name, fresh.getAttribute(name));
  }
  if (node.style.cssText !== fresh.style.cssText) node.style.cssText = fresh.style.cssText; // The content policy allows no style attributes.
  for (const type of Object.keys({ ...actsOf(node), ...actsOf(fresh) })) listen(node, type, actsOf(fresh)[type]);
  if (!own) inside(node, fresh);
  if (drawnValue.has(fresh)) offer(node, drawnValue.get(fresh));
  return node;
}

/** A field takes another value only if nobody has typed one of their own. */
function offer(field, value) {
  const untouched = field.value === drawnValue.get(field);
  if (untouched && field.value !== value) field.value = value;
  drawnValue.set(field, value);
}

/** Forget what was typed. */
export function asDrawn(field) {
  field.value = drawnValue.get(field) ?? "";
}
