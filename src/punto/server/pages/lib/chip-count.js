// <chip-count>: a field for each denomination in the rack, with what they come to while somebody counts.

import { chip } from "./chips.js";
import { chipsTyped, worthOf } from "./chip-total.js";
import { PageElement } from "./draw.js";
import { define, h } from "./element.js";
import { t } from "./i18n.js";
import { money } from "./money.js";

export class ChipCount extends PageElement {
  /** @type {readonly number[]} */
  #denominations = [];
  /** @type {Record<string, number>} */
  #begin = {};

  /** The chips there are, and how many of each stand there to begin with. @param {{denominations: readonly number[], begin?: Record<string, number>}} rack */
  set rack({ denominations, begin = {} }) {
    this.#denominations = denominations;
    this.#begin = begin;
    this.changed();
  }

  /** The chips as they were counted. */
  get chips() {
    return chipsTyped([...this.querySelectorAll("input")].map((input) => [input.name, input.value]));
  }

  view() {
    const total = worthOf(this.isConnected && this.querySelector("input") ? this.chips : this.#begin);
    return [
      h("div", { class: "chip-fields" }, this.#denominations.map((worth) => h("label", { key: worth },
        chip(worth),
        h("input", {
          name: String(worth), type: "number", min: 0, step: 1, max: 1_000_000, inputmode: "numeric", placeholder: "0",
          value: this.#begin[worth] ?? "", "aria-label": t("bank.chips.of", { worth: money(worth) }), oninput: () => this.changed(),
        })))),
      h("output", { class: "chip-sum" }, Number.isFinite(total) ? money(total) : "–"),
    ];
  }
}

define("chip-count", ChipCount);

/** @param {Element} form @returns {Record<string, number>} */
export function countedIn(form) {
  const count = form.querySelector("chip-count");
  return count instanceof ChipCount ? count.chips : {};
}
