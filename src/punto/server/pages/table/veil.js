// The veil: cards that lie face down for everybody until whoever squeezes them has turned them, or the time is over.

import { clock } from "../lib/api.js";

const nameOf = (side, place) => (place === 2 ? `${side}_third` : side);

export class Veil {
  /** What I have turned, as "player/0". */
  #turned = new Set();

  /** @param {import("../table.js").Room} room */
  constructor(room) {
    this.room = room;
  }

  /** What the table says of it: {by, waits, until}, or nothing. */
  get #squeeze() {
    return this.room.view.coup?.squeeze ?? null;
  }

  /** Seconds in which cards are still squeezed. */
  get left() {
    const until = this.#squeeze?.until;
    return until ? Math.max(0, clock.until(until)) : 0;
  }

  /** Whether something is being squeezed that I have not turned: then nobody is told more. */
  get on() {
    return this.left > 0 && this.#still().length > 0;
  }

  /** Whether a card waits face down for Banker's third card to come. */
  get waits() {
    return Boolean(this.#squeeze) && !this.#squeeze.until;
  }

  /** Whether a card lies before me to be squeezed. */
  get mine() {
    return this.on && this.#still().some(([, who]) => who === this.room.me.name);
  }

  /** Who squeezes now. */
  get who() {
    return [...new Set(this.#still().map(([, who]) => who))];
  }

  /** Cards that are squeezed still, and by whom; of the others' I see only when their time is over. */
  #still() {
    return Object.entries(this.#squeeze?.by ?? {}).filter(([card, who]) => who !== this.room.me.name || !this.#isTurned(card));
  }

  #isTurned(card) {
    const [side, third] = card.split("_");
    return (third ? [2] : [0, 1]).every((place) => this.#turned.has(`${side}/${place}`));
  }

  covers(side, place) {
    const squeeze = this.#squeeze;
    if (!squeeze) return false;
    const card = nameOf(side, place);
    if (squeeze.waits.includes(card)) return this.waits || this.on;
    return this.left > 0 && card in squeeze.by && !this.#turned.has(`${side}/${place}`);
  }

  /** Whether I squeeze this card now; Player's third card comes after Banker's where both are mine. */
  squeezes(side, place) {
    const by = this.#squeeze?.by ?? {};
    const me = this.room.me.name;
    const card = nameOf(side, place);
    const later = card === "player_third" && by.banker_third === me && !this.#isTurned("banker_third");
    return by[card] === me && !later && this.covers(side, place);
  }

  turn(side, place) {
    this.#turned.add(`${side}/${place}`);
  }

  clear() {
    this.#turned.clear();
  }
}
