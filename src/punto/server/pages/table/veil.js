// The veil: cards that lie face down for everybody until their time is over. Only the patron who squeezes them gets their faces.

import { ApiError, get } from "../lib/api.js";
import { FACE_DOWN } from "../lib/cards.js";

/** @param {Api.Side} side @param {number} place */
const nameOf = (side, place) => (place === 2 ? `${side}_third` : side);

export class Veil {
  /** @type {Set<string>} what I have turned, as "player/0" */
  #turned = new Set();
  /** @type {Api.FacesView["faces"]} faces that are mine to see, by card: {player: ["9h", "2c"], banker_third: ["4d"]} */
  #faces = {};
  /** The end of the squeeze whose faces I asked for. */
  #facesUntil = "";

  /** @param {import("./room.js").Room} room */
  constructor(room) {
    this.room = room;
  }

  get #squeeze() {
    return this.room.view.coup?.squeeze ?? null;
  }

  get #by() {
    return this.#squeeze?.by ?? {};
  }

  /** Until when something is squeezed; until then the server sends no more. */
  get until() {
    return this.#squeeze?.until ?? null;
  }

  /** Whether Player's third card waits face down for Banker's to come. */
  get waits() {
    return !this.until && Boolean(this.#squeeze?.waits.includes("player_third"));
  }

  /** Whether a card lies before me to be squeezed. */
  get mine() {
    return this.until !== null && Object.entries(this.#by).some(([card, who]) => who === this.room.me.name && !this.#isTurned(card));
  }

  /** Who squeezes now. */
  get who() {
    return [...new Set(Object.values(this.#by))];
  }

  /** The same with the box they sit at, as far as they bet in one. */
  get whoAndBox() {
    const bets = this.room.view.coup?.bets ?? [];
    return this.who.map((who) => ({ who, box: bets.find((bet) => bet.patron === who)?.box }));
  }

  /** Cards that lie before me to be squeezed, in the order in which they are. @returns {{side: Api.Side, place: number, face: string}[]} */
  get before() {
    return /** @type {const} */ (["player", "banker"]).flatMap((side) => [0, 1, 2].map((place) => ({ side, place, face: this.squeezed(side, place) }))).filter((card) => card.face);
  }

  /** The places of a hand that somebody squeezes. @param {Api.Side} side */
  squeezerOf(side) {
    const places = this.until ? [0, 1, 2].filter((place) => nameOf(side, place) in this.#by) : [];
    return new Set(places);
  }

  /** @param {string} card */
  #isTurned(card) {
    const [side, third] = card.split("_");
    return (third ? [2] : [0, 1]).every((place) => this.#turned.has(`${side}/${place}`));
  }

  /** The face to show at a place: what everybody sees, else what I have turned myself, else nothing. @param {Api.Side} side @param {number} place @param {string} face */
  face(side, place, face) {
    if (face !== FACE_DOWN) return face;
    return this.#turned.has(`${side}/${place}`) ? this.#own(side, place) : "";
  }

  /** @param {Api.Side} side @param {number} place */
  #own(side, place) {
    return this.#faces[nameOf(side, place)]?.[place % 2] ?? "";
  }

  /** The face of a card I squeeze now; Player's third card comes after Banker's where both are mine. @param {Api.Side} side @param {number} place */
  squeezed(side, place) {
    const card = nameOf(side, place);
    const me = this.room.me.name;
    const later = card === "player_third" && this.#by.banker_third === me && !this.#isTurned("banker_third");
    return this.until && this.#by[card] === me && !later && !this.#turned.has(`${side}/${place}`) ? this.#own(side, place) : "";
  }

  /** @param {Api.Side} side @param {number} place */
  turn(side, place) {
    this.#turned.add(`${side}/${place}`);
  }

  /** Ask for the faces of what lies before me, once a squeeze. */
  async look() {
    const { until } = this;
    if (!this.mine || !until || this.#facesUntil === until) return;
    this.#facesUntil = until;
    try {
      this.#faces = (await get(`/api/tables/${encodeURIComponent(this.room.id)}/squeeze`)).faces;
      this.room.draw();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#facesUntil = ""; // The next news asks again; and when the time is over everybody sees them.
    }
  }

  clear() {
    this.#turned.clear();
    this.#faces = {};
  }
}
