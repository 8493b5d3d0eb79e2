// Chips: round, with a rim of inlays in the colour of their worth, and stacks of them.

import { h, s } from "./element.js";
import { money, short } from "./money.js";

export const WORTHS = [1, 5, 25, 100, 500, 1_000, 5_000, 25_000, 100_000, 500_000, 1_000_000];

/** The class that colours a chip of this worth. */
const colour = (worth) => `chip-${WORTHS.filter((one) => one <= worth).length}`;

/** A chip as SVG. @returns {SVGElement} */
export function chip(worth, label = short(worth)) {
  const inlays = [0, 60, 120, 180, 240, 300].map((angle) =>
    s("path", { class: "chip-inlay", d: "M-7.4-28.6L-6-21.2A22 22 0 0 1 6-21.2L7.4-28.6A29.6 29.6 0 0 0-7.4-28.6Z",
      transform: `translate(30 30) rotate(${angle})` }));
  return s("svg", { class: ["chip", colour(worth)], viewBox: "0 0 60 60", "aria-hidden": "true" },
    s("circle", { class: "chip-edge", cx: 30, cy: 30, r: 29.5 }),
    inlays,
    s("circle", { class: "chip-ring", cx: 30, cy: 30, r: 20.5 }),
    s("circle", { class: "chip-face", cx: 30, cy: 30, r: 18.5 }),
    s("text", { class: ["chip-text", label.length > 3 && "long"], x: 30, y: 30, "text-anchor": "middle",
      "dominant-baseline": "central" }, label));
}

/** The fewest chips that make an amount, largest first, at most so many. */
export function chipsFor(amount, most = 5) {
  const found = [];
  let left = amount;
  for (const worth of [...WORTHS].reverse()) {
    while (left >= worth && found.length < most) {
      found.push(worth);
      left -= worth;
    }
  }
  return found;
}

/** A name short enough for a chip: "Seat 5" is S5, "Second Guest" SG. */
const initials = (name) => name.split(/\s+/).map((word) => (/^\d+$/.test(word) ? word : [...word][0].toUpperCase())).join("").slice(0, 3);

/**
 * A stack with its amount below; the initials of `owner` tell several people's stacks on one spot apart.
 * @returns {HTMLElement}
 */
export function stack(amount, { owner = "", mine = false, tone = "" } = {}) {
  const pile = chipsFor(amount).reverse();
  return h("span", { class: ["stack", mine && "mine", tone], title: owner ? `${owner}: ${money(amount)}` : money(amount) },
    h("span", { class: "pile", style: { "--layers": String(pile.length) } }, owner && h("span", { class: "owner", "aria-hidden": "true" }, initials(owner)), pile.map((worth, place) =>
      h("span", { class: "layer", style: { "--place": String(place) } }, chip(worth)))),
    h("span", { class: "amount" }, money(amount)));
}
