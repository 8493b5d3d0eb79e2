// Replace what is in an element. Not for new code: lib/draw.js keeps what is there.

import { nodesOf } from "./element.js";

/** @template {Element} E @param {E} element @param {...Draw.Child} children @returns {E} */
export function put(element, ...children) {
  element.replaceChildren(...nodesOf(children));
  return element;
}
