// The veil: cards that lie face down for everybody until their time is over. Only whoever squeezes them is told their faces.

import { get } from "../lib/api.js";
import { FACE_DOWN } from "../lib/cards.js";

const nameOf = (side, place) => (place === 2 ? `${side}_third` : side);

export class Veil {
  /** What I have turned, as "player/0". */
  #turned = new Set();
  /** Faces that are mine to see, by card: {player: ["9h", "2c"], banker_third: ["4d"]}. */
  #faces = {};
  /** The squeeze whose faces I asked for. */
  #asked = "";

  /** @param {import("./table.js").Room} room */
  constructor(room) {
    this.room = room;
  }

  /** What the table says of it: {by, waits, until}, or nothing. */
  get #squeeze() {
    return this.room.view.coup?.squeeze ?? null;
  }

  /** Whether something is being squeezed: until then nobody is told more. */
  get on() {
    return Boolean(this.#squeeze?.until);
  }

  /** Whether Player's third card waits face down for Banker's to come. */
  get waits() {
    return !this.on && Boolean(this.#squeeze?.waits.includes("player_third"));
  }

  /** Whether a card lies before me to be squeezed. */
  get mine() {
    return this.on && Object.entries(this.#squeeze.by).some(([card, who]) => who === this.room.me.name && !this.#isTurned(card));
  }

  /** Who squeezes now. */
  get who() {
    return [...new Set(Object.values(this.#squeeze?.by ?? {}))];
  }

  #isTurned(card) {
    const [side, third] = card.split("_");
    return (third ? [2] : [0, 1]).every((place) => this.#turned.has(`${side}/${place}`));
  }

  /** The face to show at a place: what everybody sees, else what I have turned myself, else nothing. */
  face(side, place, told) {
    if (told !== FACE_DOWN) return told;
    return this.#turned.has(`${side}/${place}`) ? this.#own(side, place) : "";
  }

  #own(side, place) {
    return this.#faces[nameOf(side, place)]?.[place % 2] ?? "";
  }

  /** The face of a card I squeeze now; Player's third card comes after Banker's where both are mine. */
  squeezed(side, place) {
    const card = nameOf(side, place);
    const by = this.#squeeze?.by ?? {};
    const me = this.room.me.name;
    const later = card === "player_third" && by.banker_third === me && !this.#isTurned("banker_third");
    return this.on && by[card] === me && !later && !this.#turned.has(`${side}/${place}`) ? this.#own(side, place) : "";
  }

  turn(side, place) {
    this.#turned.add(`${side}/${place}`);
  }

  /** Ask for the faces of what lies before me, once a squeeze. */
  async look() {
    if (!this.mine || this.#asked === this.#squeeze.until) return;
    this.#asked = this.#squeeze.until;
    try {
      this.#faces = (await get(`/api/tables/${encodeURIComponent(this.room.id)}/squeeze`)).faces;
      this.room.draw();
    } catch {
      this.#asked = ""; // The next news asks again; and when the time is over everybody sees them.
    }
  }

  clear() {
    this.#turned.clear();
    this.#faces = {};
  }
}
