// Cards read in by keyboard or by a scanner that types: a rank, then a suit, then Enter. "9d", "Th", "10s" and "1c" are understood.

/** @type {Record<string, string>} */
const RANKS = { a: "A", 1: "A", 0: "T", t: "T", j: "J", q: "Q", k: "K" };
for (const rank of "23456789") RANKS[rank] = rank;

/** @param {string} letter */
const isSuit = (letter) => letter.length === 1 && "shdc".includes(letter);

/** What was typed as a card, "10S" as "Ts"; empty if it is none. @param {string} text */
export function cardIn(text) {
  const letters = text.trim().toLowerCase().replace(/^10/, "t");
  return letters.length === 2 && letters[0] in RANKS && isSuit(letters[1]) ? RANKS[letters[0]] + letters[1] : "";
}

/** A card as it is typed. Events: `typed`, and `card` with the card as its detail once Enter was pressed. */
export class CardEntry extends EventTarget {
  #typed = "";
  #rank = "";
  #suit = "";
  #sent = false;

  /** The card as far as it has been typed: "", "9", "9d". */
  get card() {
    return this.#rank + this.#suit;
  }

  get whole() {
    return this.card.length === 2;
  }

  clear() {
    this.#typed = this.#rank = this.#suit = "";
    this.#sent = false;
    this.#changed();
  }

  /** The card that was sent is answered: it goes if it was taken, and stays to be sent again if not. @param {boolean} accepted */
  answered(accepted) {
    if (!this.#sent) return; // Somebody has typed the next one already.
    this.#sent = false;
    if (accepted) this.clear();
    else this.#changed();
  }

  /** Take a key; true if it meant something here. `enter` is told apart because a scanner ends with it. @param {string} key */
  take(key) {
    const letter = key.toLowerCase();
    if (key === "Enter") return this.#enter();
    if (key === "Backspace" || key === "Escape") {
      this.clear();
      return true;
    }
    if (isSuit(letter) && this.#rank && !this.#sent) {
      this.#suit = letter;
    } else if (Object.hasOwn(RANKS, letter)) {
      // A second digit makes ten of a one; anything else begins the card anew.
      const ten = this.#typed === "1" && letter === "0";
      this.#rank = ten ? "T" : RANKS[letter];
      this.#typed = ten ? "10" : letter;
      this.#suit = "";
      this.#sent = false;
    } else {
      return false;
    }
    this.#changed();
    return true;
  }

  #enter() {
    if (!this.whole) return this.#typed !== "";
    if (this.#sent) return true;
    this.#sent = true;
    this.dispatchEvent(new CustomEvent("card", { detail: this.card }));
    return true;
  }

  #changed() {
    this.dispatchEvent(new CustomEvent("typed", { detail: this.card }));
  }
}
