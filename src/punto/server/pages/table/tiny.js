// A card in a line of text.

import { h } from "../lib/element.js";

const RED = new Set(["h", "d"]);
/** @type {Record<string, string>} */
const SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };

/** @param {string} card */
export const tiny = (card) => h("span", { class: ["tiny", RED.has(card[1]) && "red"] }, card[0] === "T" ? "10" : card[0], SIGNS[card[1]] ?? "");
