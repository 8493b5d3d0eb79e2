// Cards that are typed where none is due. Their Enter must not press anything: it is taken with them.

import { cardIn } from "./entry.js";

/** A scanner's keys come at once; between two of a person's lies more. */
const BURST_MS = 200;
/** What was typed by hand and never ended with Enter is forgotten after this. */
const HAND_MS = 3000;

export class Scan {
  #typed = "";
  #last = -Infinity;
  #began = "";

  /** What stood in the field when the first of these keys came. */
  get before() {
    return this.#began;
  }

  /**
   * Take a key. "part": it may belong to a card; "nothing": it ends what was no card; else the card it ends; null: it
   * is not about cards. In a field only keys that come as fast as a scanner's are a card, for people type there.
   * @param {string} key @param {number} now in milliseconds @param {{field?: string | null}} [where] what stands in the field
   * @returns {{is: "part" | "nothing"} | {is: "card", card: string} | null}
   */
  take(key, now, { field = null } = {}) {
    const pause = now - this.#last;
    if (pause > (field === null ? HAND_MS : BURST_MS)) this.#typed = "";
    if (key === "Enter") return this.#end();
    if (!/^[0-9atjqkshdc]$/i.test(key)) {
      // A scanner may press Shift for a capital letter.
      if (key.length === 1) this.#typed = "";
      return null;
    }
    if (!this.#typed) this.#began = field ?? "";
    this.#typed += key;
    this.#last = now;
    return { is: "part" };
  }

  /** @returns {{is: "nothing"} | {is: "card", card: string} | null} */
  #end() {
    const typed = this.#typed;
    this.#typed = "";
    if (!typed) return null;
    // What was typed before it by a slip does not spoil a card.
    const card = cardIn(typed.slice(-3)) || cardIn(typed.slice(-2));
    return card ? { is: "card", card } : { is: "nothing" };
  }
}
