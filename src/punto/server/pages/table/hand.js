// One hand on the felt: cards come from the shoe face down, turn over, and are counted.

import "../lib/cards.js";
import { h } from "../lib/element.js";
import { inBoth, language, t } from "../lib/i18n.js";

/** @typedef {{key: number, face: string, moving: boolean}} Slot a card's place; no face while it lies face down */

let numbered = 0;

export class Hand {
  /** @type {Slot[]} */
  #slots = [];

  /** @param {Api.Side} side @param {import("./room.js").Room} room */
  constructor(side, room) {
    this.side = side;
    this.room = room;
  }

  /** @param {string[]} cards as they are shown @param {number | null | undefined} points @param {string | undefined} winner */
  view(cards, points, winner) {
    this.#lay(cards.map((face, place) => this.room.veil.face(this.side, place, face)));
    const { side } = this;
    const by = this.room.veil.squeezerOf(side);
    return h("div", { class: ["hand", side, winner === side && "wins", winner && winner !== side && winner !== "tie" && "loses", winner === "tie" && "ties"], key: side },
      h("div", { class: "hand-title" },
        h("span", { class: "han", lang: "zh-Hant", "aria-hidden": "true" }, inBoth(side).zh),
        h("span", { class: "hand-name" }, language() === "en" && t(side)),
        h("span", { class: "points", role: "status", key: `points ${points}` }, points)),
      h("div", { class: "cards" },
        [0, 1].filter((place) => place >= this.#slots.length).map((place) => h("span", { class: "place", key: `place ${place}` })),
        this.#slots.map((slot, place) => this.#slot(slot, place, by))));
  }

  /** A card that lay face down is turned where it lies; anything else is another hand. @param {string[]} faces */
  #lay(faces) {
    const same = this.#slots.length <= faces.length && this.#slots.every((slot, place) => !slot.face || slot.face === faces[place]);
    if (!same) this.#slots = [];
    const moving = this.#slots.length > 0 || this.room.live;
    for (const face of faces.slice(this.#slots.length)) this.#slots.push({ key: ++numbered, face, moving });
    for (const [place, slot] of this.#slots.entries()) slot.face = faces[place];
  }

  /** @param {Slot} slot @param {number} place @param {Set<number>} by */
  #slot({ key, face, moving }, place, by) {
    return h("div", { class: ["slot", !face && "covered", place === 2 && "third", moving && "dealt", by.has(place) && "squeezed"], key, data: { face, place } },
      h("punto-card", { face: face || null, flips: true }));
  }
}
