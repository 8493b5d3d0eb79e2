// My part in the order of a new shoe: the page commits to bytes of mine, reveals them in time, and lets me cut.

import { ApiError, command } from "../lib/api.js";
import { h } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { say, sayRefused } from "../lib/toast.js";

const REFUSED_QUIETLY = new Set(["already_committed", "commitments_are_closed", "commitments_are_open", "already_revealed", "shoe_is_mixed", "no_shoe", "coup_in_progress"]);

/** What takes part in it is fetched when a shoe is mixed; null where it cannot be, and the next news try again. */
const tools = () => Promise.all([import("../lib/entropy.js"), import("../lib/sha256.js"), import("./receipts.js")]).catch(() => null);

export class Mixing {
  /** @type {Set<string>} what was sent once and is not sent again */
  #sent = new Set();
  #place = 0;
  /** When this page saw that bytes are taken, by its own clock. */
  #revealing = 0;

  /** @param {import("./room.js").Room} room */
  constructor(room) {
    this.room = room;
  }

  get #shoe() {
    return this.room.view.shoe;
  }

  get #seats() {
    return this.#shoe?.mixing?.seats ?? [];
  }

  get #mine() {
    return this.#seats.find((seat) => seat.patron === this.room.me.name);
  }

  /** The storage key of this browser's bytes for the shoe on the table: a page that is loaded again can still reveal them. */
  get #key() {
    return `punto.entropy.${this.room.id}.${this.#shoe?.number}.${this.#shoe?.commitment}`;
  }

  /** Commit or reveal where that is due. */
  look() {
    const stage = this.#shoe?.mixing?.stage;
    if (!this.room.plays || !stage) return;
    if (stage === "committing" && !this.#mine) void this.#commit();
    if (stage === "revealing") this.#revealing ||= performance.now();
    if (stage === "revealing" && this.#mine && !this.#mine.revealed) void this.#reveal(this.#mine.box);
    if (stage === "mixed") this.#leftOut();
  }

  /** Say at once where the order was mixed without what this seat had committed to: it was late, or it was left out. */
  #leftOut() {
    const since = this.#revealing;
    this.#revealing = 0;
    if (!since || !this.#mine || this.#mine.revealed) return;
    say(t("mixing.left.out", { n: Math.round((performance.now() - since) / 100) / 10 }), { tone: "bad", seconds: 20 });
  }

  async #commit() {
    const { room } = this;
    const loaded = await tools();
    const shoe = this.#shoe;
    // Another look may have committed meanwhile.
    if (!loaded || this.#mine || shoe?.mixing?.stage !== "committing") return;
    const [{ entropyCommitment }, { hex }] = loaded;
    const occupied = new Set(this.#seats.map((seat) => seat.box));
    const all = Array.from({ length: room.view.sign?.boxes ?? 0 }, (_, at) => at + 1);
    const box = [room.box, ...all].find((number) => !occupied.has(number));
    if (!box || !this.#once(`commit ${shoe.number} ${box}`)) return;
    const entropy = crypto.getRandomValues(new Uint8Array(32));
    sessionStorage.setItem(this.#key, hex(entropy));
    const commitment = await entropyCommitment({ table: room.id, number: shoe.number, commitment: shoe.commitment }, box, room.me.name, entropy);
    await this.#send("commit_entropy", { patron: room.me.name, box, commitment });
  }

  /** @param {number} box */
  async #reveal(box) {
    const loaded = await tools();
    if (!loaded) return;
    const [{ bytesOf }, , { keepReceipt }] = loaded;
    const entropy = sessionStorage.getItem(this.#key);
    if (!entropy || bytesOf(entropy).length !== 32 || !this.#once(`reveal ${this.#shoe?.number}`)) return;
    const shoe = this.#shoe?.number ?? 0;
    const done = await this.#send("reveal_entropy", { patron: this.room.me.name, box, entropy });
    if (!done) return; // It was refused, and said why.
    keepReceipt(this.room.id, shoe, done.receipt ?? null);
    if (!done.receipt) say(t("mixing.no.receipt"), { tone: "bad", seconds: 20 });
  }

  /** @param {string} what */
  #once(what) {
    if (this.#sent.has(what)) return false;
    this.#sent.add(what);
    return true;
  }

  /**
   * @template {"commit_entropy" | "reveal_entropy" | "cut_shoe"} N
   * @param {N} name @param {Parameters<typeof command<N>>[2]} fields
   */
  async #send(name, fields) {
    try {
      return await command(this.room.id, name, fields);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!REFUSED_QUIETLY.has(error.code)) sayRefused(error);
      return null;
    }
  }

  /** What is said and offered while a shoe is mixed. */
  view() {
    const shoe = this.#shoe;
    if (!shoe?.mixing || shoe.mixing.stage === "mixed") return null;
    const cards = shoe.decks * 52;
    this.#place ||= Math.round(cards / 2);
    const canCut = this.room.plays && shoe.mixing.stage === "committing" && !shoe.cut_by;
    return h("div", { class: "mixing", key: "mixing" },
      h("p", { class: "small" }, this.#seats.length ? t("mixing.seats", { boxes: this.#seats.map((seat) => seat.box).join(", ") }) : t("mixing.none")),
      shoe.cut_by && h("p", { class: "small" }, t("mixing.cut", { who: shoe.cut_by, n: shoe.cut_place })),
      canCut && h("form", { class: "cut", onsubmit: (/** @type {SubmitEvent} */ event) => this.#cut(event) },
        h("label", {}, t("mixing.where"), h("input", { type: "range", min: 1, max: cards - 1, value: this.#place, oninput: (/** @type {Event} */ event) => { this.#place = Number(/** @type {HTMLInputElement} */ (event.target).value); } })),
        h("button", {}, t("mixing.do"))));
  }

  /** @param {SubmitEvent} event */
  #cut(event) {
    event.preventDefault();
    return this.#send("cut_shoe", { patron: this.room.me.name, place: this.#place });
  }
}
