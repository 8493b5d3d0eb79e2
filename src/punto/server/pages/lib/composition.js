// A shoe one edits: so many cards of each rank.

export const SIGNS = [..."A23456789TJQK"];

/** Event: `change`. */
export class Shoe extends EventTarget {
  /** @param {number} decks */
  constructor(decks) {
    super();
    this.most = decks * 4;
    this.counts = Object.fromEntries(SIGNS.map((sign) => [sign, this.most]));
  }

  get fresh() {
    return SIGNS.every((sign) => this.counts[sign] === this.most);
  }

  get total() {
    return SIGNS.reduce((sum, sign) => sum + this.counts[sign], 0);
  }

  /** As the server reads it: "A:32,2:30,…". */
  get text() {
    return SIGNS.map((sign) => `${sign}:${this.counts[sign]}`).join(",");
  }

  /** @param {string} sign @param {number} count */
  set(sign, count) {
    const to = Math.max(0, Math.min(this.most, Math.round(count) || 0));
    if (to === this.counts[sign]) return;
    this.counts[sign] = to;
    this.dispatchEvent(new Event("change"));
  }

  /** @param {(count: number) => number} change */
  all(change) {
    for (const sign of SIGNS) this.counts[sign] = change(this.counts[sign]);
    this.dispatchEvent(new Event("change"));
  }
}
