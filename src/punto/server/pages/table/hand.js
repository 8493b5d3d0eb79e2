// One hand on the felt: cards come from the shoe, turn over, and are counted; or are squeezed by whoever may.

import "../lib/cards.js";
import { h } from "../lib/element.js";
import { t, whenSpoken } from "../lib/i18n.js";
import { squeeze } from "./squeeze.js";

const TURN_MS = 420;

export class Hand {
  /** @param {"player" | "banker"} side @param {import("../table.js").Room} room */
  constructor(side, room) {
    this.side = side;
    this.room = room;
    this.cards = h("div", { class: "cards" });
    this.points = h("span", { class: "points", role: "status" });
    this.name = h("span", { class: "hand-name" });
    this.element = h("div", { class: ["hand", side] },
      h("div", { class: "hand-title" }, h("span", { class: "han", lang: "zh-Hant", "aria-hidden": "true" }, side === "player" ? "閒" : "庄"), this.name, this.points), this.cards);
    whenSpoken(() => this.#words());
    this.#words();
  }

  #words() {
    this.name.textContent = document.documentElement.lang === "en" ? t(this.side) : "";
  }

  /** @param {string[]} faces @param {number | null} points @param {string} [winner] */
  update(faces, points, winner) {
    const shown = [...this.cards.children];
    const same = shown.length <= faces.length && shown.every((card, place) => card.dataset.face === faces[place]);
    if (!same) this.cards.replaceChildren();
    const had = this.cards.children.length;
    faces.slice(had).forEach((face, more) => this.cards.append(this.#card(face, had + more, had > 0 || this.room.live)));
    const covered = [...this.cards.children].filter((card, place) => this.room.veil.covers(this.side, place));
    for (const [place, card] of [...this.cards.children].entries()) this.#cover(card, place);
    const known = points !== null && points !== undefined && !covered.length;
    const text = known ? String(points) : "";
    if (this.points.textContent !== text) this.points.textContent = text;
    this.element.classList.toggle("wins", winner === this.side);
    this.element.classList.toggle("loses", Boolean(winner) && winner !== this.side && winner !== "tie");
    this.element.classList.toggle("ties", winner === "tie");
  }

  #card(face, place, moving) {
    const holder = h("div", { class: ["slot", place === 2 && "third", moving && "dealt"], data: { face } }, h("punto-card", { face, flips: true }));
    // Every card leaves the shoe face down; it turns when it has arrived.
    if (moving) {
      holder.classList.add("covered");
      setTimeout(() => {
        holder.dataset.arrived = "1";
        this.#cover(holder, place);
      }, TURN_MS);
    } else {
      holder.dataset.arrived = "1";
    }
    return holder;
  }

  #cover(holder, place) {
    if (!holder.dataset.arrived) return;
    const covered = this.room.veil.covers(this.side, place);
    holder.classList.toggle("covered", covered);
    const mine = covered && this.room.veil.squeezes(this.side, place);
    const had = holder.querySelector("punto-squeeze");
    if (mine && !had) {
      holder.append(squeeze(holder.dataset.face, () => this.room.reveal(this.side, place)));
      holder.scrollIntoView({ block: "nearest" });
    }
    if (!mine && had) had.remove();
  }
}
