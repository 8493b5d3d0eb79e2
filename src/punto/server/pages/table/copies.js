// Copies of what stands in the page's HTML, for felts side by side.

/** A copy whose parts go by name and have no id, which a page has once. @param {Element} part */
export function unnamed(part) {
  const copy = /** @type {HTMLElement} */ (part.cloneNode(true));
  // The place that the copies are in says whose they are, so that a copy wears no name of its own.
  if (copy.dataset.tLabel) for (const name of ["data-t-label", "aria-label"]) copy.removeAttribute(name);
  for (const element of [copy, ...copy.querySelectorAll("[id]")]) {
    if (element.id) element.setAttribute("data-part", element.id);
    element.removeAttribute("id");
  }
  return copy;
}
