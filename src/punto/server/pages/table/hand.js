// One hand on the felt: cards come from the shoe, turn over, and are counted; or are squeezed by whoever may.

import "../lib/cards.js";
import { h } from "../lib/element.js";
import { inBoth, t, whenSpoken } from "../lib/i18n.js";
import { squeeze } from "./squeeze.js";

const TURN_MS = 420;

export class Hand {
  /** @param {"player" | "banker"} side @param {import("./table.js").Room} room */
  constructor(side, room) {
    this.side = side;
    this.room = room;
    this.cards = h("div", { class: "cards" });
    this.points = h("span", { class: "points", role: "status" });
    this.name = h("span", { class: "hand-name" });
    this.element = h("div", { class: ["hand", side] },
      h("div", { class: "hand-title" }, h("span", { class: "han", lang: "zh-Hant", "aria-hidden": "true" }, inBoth(side).zh), this.name, this.points), this.cards);
    whenSpoken(() => this.#words());
    this.#words();
  }

  #words() {
    this.name.textContent = document.documentElement.lang === "en" ? t(this.side) : "";
  }

  /** @param {string[]} told as the table tells them @param {number | null} points @param {string} [winner] */
  update(told, points, winner) {
    const faces = told.map((face, place) => this.room.veil.face(this.side, place, face));
    const shown = [...this.cards.children];
    // A card that lay face down is turned where it lies; anything else is another hand.
    const same = shown.length <= faces.length && shown.every((card, place) => !card.dataset.face || card.dataset.face === faces[place]);
    if (!same) this.cards.replaceChildren();
    const had = this.cards.children.length;
    faces.slice(had).forEach((face, more) => this.cards.append(this.#card(face, had > 0 || this.room.live, had + more === 2)));
    for (const [place, card] of [...this.cards.children].entries()) this.#cover(card, place, faces[place]);
    const text = points !== null && points !== undefined ? String(points) : "";
    if (this.points.textContent !== text) this.points.textContent = text;
    this.element.classList.toggle("wins", winner === this.side);
    this.element.classList.toggle("loses", Boolean(winner) && winner !== this.side && winner !== "tie");
    this.element.classList.toggle("ties", winner === "tie");
  }

  #card(face, moving, third) {
    const holder = h("div", { class: ["slot", "covered", third && "third", moving && "dealt"], data: { face } }, h("punto-card", { face: face || null, flips: true }));
    // Every card leaves the shoe face down; it turns when it has arrived.
    if (moving) {
      setTimeout(() => {
        holder.dataset.arrived = "1";
        this.room.draw();
      }, TURN_MS);
    } else {
      holder.dataset.arrived = "1";
    }
    return holder;
  }

  #cover(holder, place, face) {
    if (holder.dataset.face !== face) {
      holder.dataset.face = face;
      holder.querySelector("punto-card").setAttribute("face", face);
    }
    if (!holder.dataset.arrived) return;
    holder.classList.toggle("covered", !face);
    const mine = this.room.veil.squeezed(this.side, place);
    const had = holder.querySelector("punto-squeeze");
    if (mine && !had) {
      holder.append(squeeze(mine, () => this.room.reveal(this.side, place)));
      holder.scrollIntoView({ block: "nearest" });
    }
    if (!mine && had) had.remove();
  }
}
