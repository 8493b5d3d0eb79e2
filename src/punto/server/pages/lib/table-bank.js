// <table-bank>: the money on the table that a page is about, for whoever deals or supervises there. It fetches its own
// data, and what shows them: a page does not wait for that, and a table with wallets never needs it.

import { ApiError, get } from "./api.js";
import { PageElement } from "./draw.js";
import { define, h } from "./element.js";
import { t } from "./i18n.js";

/** @typedef {{table: string, version: number, me: Api.MeView}} Subject */

const partsOfPanel = () => Promise.all([import("./bank.js"), import("./clerk.js"), import("./slips.js")]);

export class TableBank extends PageElement {
  /** @type {Subject | null} */
  #subject = null;
  /** @type {Api.BankView | null} */
  #bank = null;
  /** What shows a rack. @type {Awaited<ReturnType<typeof partsOfPanel>> | null} */
  #panel = null;
  #asking = false;

  /** The table, and the version that the page shows: a new version may bring a new bank. @param {Subject} subject */
  set subject(subject) {
    const before = this.#subject;
    this.#subject = subject;
    if (before?.table !== subject.table) this.#bank = null;
    if (before?.table !== subject.table || before.version !== subject.version) this.#ask();
  }

  /** A table with wallets is asked for once: it has no rack to count. */
  async #ask() {
    const subject = this.#subject;
    if (!subject || this.#asking || this.#bank?.wallets) return;
    this.#asking = true;
    try {
      this.#bank = await get(`/api/dealer/${encodeURIComponent(subject.table)}/bank`);
      // Without a connection it is tried again with the next version.
      if (!this.#bank.wallets) this.#panel ??= await partsOfPanel().catch(() => null);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      this.#asking = false;
    }
    this.changed();
    // The table moved on while the answer came.
    if (this.#subject !== subject && this.#subject?.version !== subject.version) this.#ask();
  }

  view() {
    const [subject, bank, panel] = [this.#subject, this.#bank, this.#panel];
    if (!subject || !bank || bank.wallets || !panel) return null;
    const [{ bankPanel }, { clerkOf }, { isDue }] = panel;
    const clerk = clerkOf(subject.me, () => this.#ask());
    const waits = bank.slips.filter((slip) => isDue(slip, clerk)).length;
    const ready = bank.box && bank.box.opener.agreed && (!bank.box.closer || bank.box.closer.agreed);
    // Open where something about it is due: a slip of theirs, or a rack to be counted.
    return h("details", { class: "panel table-bank", open: waits > 0 || !ready },
      h("summary", {}, h("b", {}, t("bank.title")), waits > 0 && h("span", { class: "tag note" }, t("bank.due", { n: waits }))),
      bankPanel(bank, clerk));
  }
}

define("table-bank", TableBank);
