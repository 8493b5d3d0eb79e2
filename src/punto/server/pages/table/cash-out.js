// Cashing out: chips of one's own wallet go back to the house; a large sum waits for a second person.

import { ApiError, command } from "../lib/api.js";
import { draw } from "../lib/draw.js";
import { h, wear } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { money } from "../lib/money.js";
import { WAITS, why } from "../lib/refusal.js";
import { Waiting } from "../lib/second-person.js";
import { say, sayRefused } from "../lib/toast.js";

/** @typedef {SubmitEvent & {currentTarget: HTMLFormElement}} Submitted */

export class CashOut {
  /** @type {ApiError | null} */
  #refused = null;

  /** @param {import("./room.js").Room} room @param {HTMLDialogElement} dialog */
  constructor(room, dialog) {
    this.room = room;
    this.dialog = dialog;
    this.waiting = new Waiting(room.id, () => room.draw());
  }

  /** What of mine waits for a second person. */
  get #waits() {
    const { me } = this.room;
    return this.waiting.all.find((request) => request.what === "cash_out" && request.patron === me.name);
  }

  /** The button, and what waits. */
  view() {
    const { view, plays, wallet } = this.room;
    if (!plays || !view.sign?.wallets || view.phase === "closed") return null;
    const waits = this.#waits;
    return h("div", { class: "cash-out", key: "cash-out" },
      waits && h("p", { class: "waits small" }, t("cash.waits", { n: money(waits.sum), who: waits.asker }), " ", h("punto-countdown", { props: { until: waits.until } })),
      h("button", { type: "button", disabled: wallet <= 0 || Boolean(waits), onclick: () => this.#open() }, t("cash.out")));
  }

  #open() {
    this.#refused = null;
    this.#fill();
    if (!this.dialog.open) this.dialog.showModal();
  }

  #fill() {
    const { wallet } = this.room;
    wear(this.dialog, { "aria-label": t("cash.out") });
    draw(this.dialog, h("form", { method: "dialog", onsubmit: (event) => this.#send(event) },
      h("h2", {}, t("cash.out")),
      h("p", { class: "small quiet-text" }, t("cash.what", { n: money(wallet) })),
      h("label", { class: "field" }, h("span", {}, t("cash.amount")),
        h("input", { name: "amount", type: "number", min: 1, max: wallet, step: 1, required: true, value: wallet })),
      h("p", { class: "refused", role: "alert" }, this.#refused && why(this.#refused)),
      h("div", { class: "ends" },
        h("button", { type: "button", onclick: () => this.dialog.close() }, t("cancel")),
        h("button", { type: "submit", class: "primary" }, t("cash.out")))));
  }

  /** @param {Submitted} event */
  async #send(event) {
    event.preventDefault();
    const amount = Number(new FormData(event.currentTarget).get("amount"));
    const { id, me } = this.room;
    try {
      await command(id, "cash_out", { patron: me.name, amount });
      say(t("cash.done", { n: money(amount) }), { tone: "good" });
      this.dialog.close();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === WAITS) {
        sayRefused(error);
        return this.dialog.close();
      }
      this.#refused = error;
      this.#fill();
    }
  }
}
