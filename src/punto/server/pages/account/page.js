// What the page of one's own account knows, and how something is changed from it.

import { ApiError, me } from "../lib/api.js";
import { h } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { why } from "../lib/refusal.js";

/** @typedef {"password" | "factor"} Part */

export class Page {
  /** @param {Api.MeView} who */
  constructor(who) {
    this.me = who;
    /** What was just done. @type {Part | null} */
    this.done = null;
    /** @type {{part: Part, error: ApiError | Words.Key} | null} */
    this.refused = null;
    /** A second factor that waits for its first code. @type {Api.NewFactorView | null} */
    this.begun = null;
    /** Recovery codes that were just made: they are shown this once. @type {string[] | null} */
    this.codes = null;
    this.redraw = () => {};
  }

  /** Change the account, and show what came of it. @param {Part} part @param {() => Promise<unknown>} act */
  async change(part, act) {
    this.refused = null;
    this.done = null;
    try {
      await act();
      this.me = await me({ fresh: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.refused = { part, error };
    }
    this.redraw();
  }

  /** Why something was not done, where it was to be done. @param {Part} part */
  refusal(part) {
    const error = this.refused?.part === part ? this.refused.error : null;
    return h("p", { class: "refused", role: "alert" }, error && (typeof error === "string" ? t(error) : why(error)));
  }
}

/** What was typed into a form. @param {SubmitEvent & {currentTarget: HTMLFormElement}} event @returns {Record<string, string>} */
export function typed(event) {
  event.preventDefault();
  return Object.fromEntries([...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]));
}

/** @param {Words.Key} label @param {Record<string, unknown>} attributes */
export const field = (label, attributes) => h("label", { class: "field" }, h("span", {}, t(label)), h("input", attributes));
