// <punto-card face="9d">: a playing card drawn here, pips and pictures; without a face it shows its back.

import { PageElement } from "./draw.js";
import { define, s } from "./element.js";
import { t, wordOf } from "./i18n.js";

const WIDTH = 100;
const HEIGHT = 140;

/** @type {Record<string, string>} */
const SUITS = {
  s: "M0-10C3-5 9-2 9 3.2C9 7.6 3.6 8.4 1.4 5.2C1.6 7.6 2.4 9 4 10H-4C-2.4 9-1.6 7.6-1.4 5.2C-3.6 8.4-9 7.6-9 3.2C-9-2-3-5 0-10Z",
  h: "M0 10C-3 5.4-10 1.6-10-4.2C-10-9.6-2.6-10.4 0-5.2C2.6-10.4 10-9.6 10-4.2C10 1.6 3 5.4 0 10Z",
  d: "M0-10.5C2-6 5-2.6 8 0C5 2.6 2 6 0 10.5C-2 6-5 2.6-8 0C-5-2.6-2-6 0-10.5Z",
  c: "M0-10A4.6 4.6 0 0 1 3.2-2.1A4.6 4.6 0 1 1 1.3 4.9C1.5 7.4 2.4 9 4 10H-4C-2.4 9-1.5 7.4-1.3 4.9A4.6 4.6 0 1 1-3.2-2.1A4.6 4.6 0 0 1 0-10Z",
};

const [L, M, R] = [31, 50, 69];
/** @type {Record<string, [number, number][]>} */
const PIPS = {
  2: [[M, 30], [M, 110]],
  3: [[M, 30], [M, 70], [M, 110]],
  4: [[L, 30], [R, 30], [L, 110], [R, 110]],
  5: [[L, 30], [R, 30], [M, 70], [L, 110], [R, 110]],
  6: [[L, 30], [R, 30], [L, 70], [R, 70], [L, 110], [R, 110]],
  7: [[L, 30], [R, 30], [M, 50], [L, 70], [R, 70], [L, 110], [R, 110]],
  8: [[L, 30], [R, 30], [M, 50], [L, 70], [R, 70], [M, 90], [L, 110], [R, 110]],
  9: [[L, 30], [R, 30], [L, 56.7], [R, 56.7], [M, 70], [L, 83.3], [R, 83.3], [L, 110], [R, 110]],
  T: [[L, 30], [R, 30], [M, 43], [L, 56.7], [R, 56.7], [L, 83.3], [R, 83.3], [M, 97], [L, 110], [R, 110]],
};

/** @type {Record<string, string>} */
const CROWNS = {
  J: "M-13 7L-15-6L-7 0L0-9L7 0L15-6L13 7Z",
  Q: "M-14 7C-12-1-15-5-17-8L-8-3L-5-11L0-4L5-11L8-3L17-8C15-5 12-1 14 7Z",
  K: "M-15 7L-17-8L-8-2L-6-8H-3V-12H3V-8H6L8-2L17-8L15 7Z",
};

/** How the server writes a card that nobody sees yet, because somebody squeezes it. */
export const FACE_DOWN = "??";

/** "9d" as words for a screen reader. @param {string | null} face */
export function cardName(face) {
  if (!face || face === FACE_DOWN) return t("card.back");
  const [rank, suit] = /** @type {[string, string | undefined]} */ ([...face]);
  const name = wordOf("card.rank.", rank);
  return suit ? t("card.of", { rank: name, suit: suitName(suit) }) : name;
}

/** "s" as a word. @param {string} suit */
export const suitName = (suit) => wordOf("card.suit.", suit);

/** @param {string} suit @param {number} x @param {number} y @param {number} size */
const mark = (suit, x, y, size, turned = false) =>
  s("path", { d: SUITS[suit], transform: `translate(${x} ${y}) ${turned ? "rotate(180)" : ""} scale(${size})` });

/** @param {string} rank @param {string | undefined} suit */
function corner(rank, suit) {
  const sign = rank === "T" ? "10" : rank;
  return [
    s("text", { x: 11.5, y: 21, class: "card-rank", "text-anchor": "middle", textLength: sign === "10" ? 17 : null,
      lengthAdjust: "spacingAndGlyphs" }, sign),
    suit && mark(suit, 11.5, 32, 0.62),
  ];
}

/** The middle of a picture card: a crown, the letter and the suit, twice, the lower half upside down. @param {string} rank @param {string | undefined} suit */
function court(rank, suit) {
  const half = () => [
    s("path", { class: "card-gold", d: CROWNS[rank], transform: "translate(50 40) scale(1.05)" }),
    s("path", { d: "M34 49H66V52H34Z" }),
    suit && mark(suit, 50, 61, 0.78),
  ];
  return [
    s("rect", { class: "card-frame", x: 25, y: 19, width: 50, height: 102, rx: 3 }),
    s("path", { class: "card-frame", d: "M25 77L75 63" }),
    s("g", {}, half()),
    s("g", { transform: "rotate(180 50 70)" }, half()),
  ];
}

/** @param {string} rank @param {string | undefined} suit */
function middle(rank, suit) {
  if (rank in CROWNS) return court(rank, suit);
  if (!suit) return [s("text", { x: 50, y: 88, class: "card-big", "text-anchor": "middle" }, rank === "T" ? "10" : rank)];
  if (rank === "A") return [mark(suit, 50, 70, 2.3)];
  return PIPS[rank].map(([x, y]) => mark(suit, x, y, 0.98, y > 70));
}

/** The face of a card as SVG parts in a 100 by 140 box; a card may be a rank alone. @param {string} face */
export function faceOf(face) {
  const [rank, suit] = /** @type {[string, string | undefined]} */ ([...face]);
  return s("g", { class: suit === "h" || suit === "d" ? "card-red" : "card-black" },
    s("rect", { class: "card-paper", x: 0.75, y: 0.75, width: WIDTH - 1.5, height: HEIGHT - 1.5, rx: 7 }),
    middle(rank, suit),
    s("g", {}, corner(rank, suit)),
    s("g", { transform: `rotate(180 ${WIDTH / 2} ${HEIGHT / 2})` }, corner(rank, suit)));
}

/** The back: our lozenges, the same for every card. */
export function backOf() {
  const lozenges = [];
  for (let row = 0; row < 11; row++) {
    for (let column = 0; column < 7; column++) {
      const [x, y] = [14 + column * 12, 10 + row * 12];
      lozenges.push(`M${x} ${y - 4.6}L${x + 4.6} ${y}L${x} ${y + 4.6}L${x - 4.6} ${y}Z`);
    }
  }
  return s("g", { class: "card-back" },
    s("rect", { class: "card-paper", x: 0.75, y: 0.75, width: WIDTH - 1.5, height: HEIGHT - 1.5, rx: 7 }),
    s("rect", { class: "card-ground", x: 5, y: 5, width: 90, height: 130, rx: 4 }),
    s("path", { class: "card-lozenge", d: lozenges.join("") }),
    s("circle", { class: "card-ground", cx: 50, cy: 70, r: 17 }),
    s("circle", { class: "card-seal", cx: 50, cy: 70, r: 14 }),
    s("path", { class: "card-seal-mark", d: "M46 78V62H51.5A4.8 4.8 0 0 1 51.5 71.6H46" }));
}

export class Card extends PageElement {
  static observedAttributes = ["face", "turned"];

  /** `face` is the card; while `turned` is absent on an element with `covered`, its back is up. */
  view() {
    const attribute = this.getAttribute("face");
    const face = attribute === FACE_DOWN ? null : attribute;
    const box = { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" };
    this.setAttribute("role", "img");
    this.setAttribute("aria-label", cardName(face));
    if (!this.hasAttribute("flips")) return s("svg", box, face ? faceOf(face) : backOf());
    return [s("svg", { ...box, class: "card-side front" }, face && faceOf(face)), s("svg", { ...box, class: "card-side back" }, backOf())];
  }
}

define("punto-card", Card);
