// One hand on the felt: cards come from the shoe, turn over, and are counted; or are squeezed by whoever may.

import "../lib/cards.js";
import { h } from "../lib/element.js";
import { inBoth, language, t } from "../lib/i18n.js";
import { squeeze } from "./squeeze.js";

/** @typedef {{key: number, face: string, moving: boolean, arrived: boolean}} Slot a card's place; no face while it lies face down */

const TURN_MS = 420;
let numbered = 0;

export class Hand {
  /** @type {Slot[]} */
  #slots = [];

  /** @param {Api.Side} side @param {import("./room.js").Room} room */
  constructor(side, room) {
    this.side = side;
    this.room = room;
  }

  /** @param {string[]} cards as the table tells them @param {number | null | undefined} points @param {string | undefined} winner */
  view(cards, points, winner) {
    this.#lay(cards.map((face, place) => this.room.veil.face(this.side, place, face)));
    const { side } = this;
    return h("div", { class: ["hand", side, winner === side && "wins", winner && winner !== side && winner !== "tie" && "loses", winner === "tie" && "ties"], key: side },
      h("div", { class: "hand-title" },
        h("span", { class: "han", lang: "zh-Hant", "aria-hidden": "true" }, inBoth(side).zh),
        h("span", { class: "hand-name" }, language() === "en" && t(side)),
        h("span", { class: "points", role: "status" }, points)),
      h("div", { class: "cards" }, this.#slots.map((slot, place) => this.#slot(slot, place))));
  }

  /** A card that lay face down is turned where it lies; anything else is another hand. @param {string[]} faces */
  #lay(faces) {
    const same = this.#slots.length <= faces.length && this.#slots.every((slot, place) => !slot.face || slot.face === faces[place]);
    if (!same) this.#slots = [];
    const moving = this.#slots.length > 0 || this.room.live;
    for (const face of faces.slice(this.#slots.length)) this.#slots.push(this.#deal(face, moving));
    for (const [place, slot] of this.#slots.entries()) slot.face = faces[place];
  }

  /** Every card leaves the shoe face down; it turns when it has arrived. @param {string} face @param {boolean} moving @returns {Slot} */
  #deal(face, moving) {
    const slot = { key: ++numbered, face, moving, arrived: !moving };
    if (moving) {
      setTimeout(() => {
        slot.arrived = true;
        this.room.draw();
      }, TURN_MS);
    }
    return slot;
  }

  /** @param {Slot} slot @param {number} place */
  #slot({ key, face, moving, arrived }, place) {
    const mine = arrived && this.room.veil.squeezed(this.side, place);
    return h("div", { class: ["slot", !(arrived && face) && "covered", place === 2 && "third", moving && "dealt"], key, data: { face } },
      h("punto-card", { face: face || null, flips: true }),
      mine && squeeze(mine, () => this.room.reveal(this.side, place)));
  }
}
