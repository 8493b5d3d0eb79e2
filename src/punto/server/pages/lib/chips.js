// Chips: round, with a rim of inlays in the colour of their worth, and stacks of them.

import { h, s } from "./element.js";
import { money, short } from "./money.js";
import { WORTHS, chipsFor, initials } from "./worths.js";

/** The class that colours a chip of this worth. @param {number} worth */
const colour = (worth) => `chip-${WORTHS.filter((value) => value <= worth).length}`;

/** A chip as SVG. @param {number} worth */
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

/**
 * A stack with its amount below; the initials of `owner` tell several people's stacks on one spot apart.
 * With another `key` it is another stack, which lands anew.
 * @param {number} amount @param {{owner?: string, mine?: boolean, tone?: string, key?: string}} [of]
 */
export function stack(amount, { owner = "", mine = false, tone = "", key } = {}) {
  const pile = chipsFor(amount).reverse();
  return h("span", { class: ["stack", mine && "mine", tone], key, title: owner ? `${owner}: ${money(amount)}` : money(amount) },
    h("span", { class: "pile", style: { "--layers": String(pile.length) } }, owner && h("span", { class: "owner", "aria-hidden": "true" }, initials(owner)), pile.map((worth, place) =>
      h("span", { class: "layer", style: { "--place": String(place) } }, chip(worth)))),
    h("span", { class: "amount" }, money(amount)));
}
