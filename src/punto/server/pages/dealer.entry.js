// Cards read in by keyboard or by a scanner that types: a rank, then a suit, then Enter. "9d", "Th", "10s" and "1c" are understood.

const RANKS = { a: "A", 1: "A", 0: "T", t: "T", j: "J", q: "Q", k: "K" };
for (const rank of "23456789") RANKS[rank] = rank;

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

  /** The card that was sent is answered: it goes if it was taken, and stays to be sent again if not. */
  answered(taken) {
    if (!this.#sent) return; // Somebody has typed the next one already.
    this.#sent = false;
    if (taken) this.clear();
    else this.#changed();
  }

  /** Take a key; true if it meant something here. `enter` is told apart because a scanner ends with it. */
  take(key) {
    const letter = key.toLowerCase();
    if (key === "Enter") {
      if (!this.whole) return this.#typed !== "";
      if (this.#sent) return true;
      this.#sent = true;
      this.dispatchEvent(new CustomEvent("card", { detail: this.card }));
      return true;
    }
    if (key === "Backspace" || key === "Escape") {
      this.clear();
      return true;
    }
    if ("shdc".includes(letter) && letter.length === 1 && this.#rank && !this.#sent) {
      this.#suit = letter;
    } else if (letter in RANKS) {
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

  #changed() {
    this.dispatchEvent(new CustomEvent("typed", { detail: this.card }));
  }
}
