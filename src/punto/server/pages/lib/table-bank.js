// <table-bank>: the money on the table that a page is about, for whoever deals or supervises there. It asks for itself.

import { ApiError, get } from "./api.js";
import { bankPanel } from "./bank.js";
import { clerkOf } from "./clerk.js";
import { PageElement } from "./draw.js";
import { define, h } from "./element.js";
import { t } from "./i18n.js";
import { isDue } from "./slips.js";

/** @typedef {{table: string, version: number, me: Api.MeView}} Seen */

export class TableBank extends PageElement {
  /** @type {Seen | null} */
  #seen = null;
  /** @type {Api.BankView | null} */
  #bank = null;
  #asking = false;

  /** Which table, and the version that the page shows: with another one its bank may be another. @param {Seen} seen */
  set seen(seen) {
    const before = this.#seen;
    this.#seen = seen;
    if (before?.table !== seen.table) this.#bank = null;
    if (before?.table !== seen.table || before.version !== seen.version) this.#ask();
  }

  /** Of a table with wallets nothing is asked twice: its books keep themselves. */
  async #ask() {
    const seen = this.#seen;
    if (!seen || this.#asking || this.#bank?.wallets) return;
    this.#asking = true;
    try {
      this.#bank = await get(`/api/dealer/${encodeURIComponent(seen.table)}/bank`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      this.#asking = false;
    }
    this.changed();
    // The table moved on while the answer came.
    if (this.#seen !== seen && this.#seen?.version !== seen.version) this.#ask();
  }

  view() {
    const [seen, bank] = [this.#seen, this.#bank];
    if (!seen || !bank || bank.wallets) return null;
    const clerk = clerkOf(seen.me, () => this.#ask());
    const waits = bank.slips.filter((slip) => isDue(slip, clerk)).length;
    const ready = bank.box && bank.box.opener.agreed && (!bank.box.closer || bank.box.closer.agreed);
    // Open where something about it is due: a slip of theirs, or a rack to be counted.
    return h("details", { class: "panel table-bank", open: waits > 0 || !ready },
      h("summary", {}, h("b", {}, t("bank.title")), waits > 0 && h("span", { class: "tag note" }, t("bank.due", { n: waits }))),
      bankPanel(bank, clerk));
  }
}

define("table-bank", TableBank);
