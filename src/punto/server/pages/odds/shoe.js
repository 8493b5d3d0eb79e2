// A shoe one edits: so many cards of each rank, by button, by typing or with the arrow keys.

import { h } from "../lib/element.js";
import { t } from "../lib/i18n.js";

export const SIGNS = [..."A23456789TJQK"];

export class Shoe extends EventTarget {
  #focus = null;

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

  set(sign, count, focus) {
    const to = Math.max(0, Math.min(this.most, Math.round(count) || 0));
    this.#focus = focus ?? null;
    if (to === this.counts[sign]) return;
    this.counts[sign] = to;
    this.dispatchEvent(new Event("change"));
  }

  all(change) {
    for (const sign of SIGNS) this.counts[sign] = change(this.counts[sign]);
    this.dispatchEvent(new Event("change"));
  }

  /** Where the hand was before the panel was drawn anew. */
  refocus(panel) {
    if (this.#focus) panel.querySelector(this.#focus)?.focus();
    this.#focus = null;
  }
}

export function shoePanel(shoe) {
  const name = (sign) => (sign === "T" ? "10" : sign);
  const row = (sign) => {
    const count = shoe.counts[sign];
    const field = h("input", { type: "text", inputmode: "numeric", role: "spinbutton", value: String(count), "aria-label": t("shoe.count", { rank: name(sign) }), "aria-valuenow": count, "aria-valuemin": 0, "aria-valuemax": shoe.most, data: { count: sign },
      onchange: (event) => shoe.set(sign, Number(event.target.value)),
      onkeydown: (event) => {
        const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 4, PageDown: -4 }[event.key];
        if (!by) return;
        event.preventDefault();
        shoe.set(sign, count + by, `[data-count="${sign}"]`);
      } });
    const bar = h("span", { class: "bar" }, h("span", { class: "full" }));
    bar.firstChild.style.setProperty("inline-size", `${(count / shoe.most) * 100}%`);
    return h("div", { class: ["rank", count < shoe.most && "less"] },
      h("b", {}, name(sign)),
      h("button", { type: "button", class: "quiet", "aria-label": t("shoe.less", { rank: name(sign) }), disabled: count === 0, data: { less: sign }, onclick: () => shoe.set(sign, count - 1, `[data-less="${sign}"]`) }, "−"),
      field,
      h("button", { type: "button", class: "quiet", "aria-label": t("shoe.more", { rank: name(sign) }), disabled: count === shoe.most, data: { more: sign }, onclick: () => shoe.set(sign, count + 1, `[data-more="${sign}"]`) }, "+"),
      bar);
  };
  return [
    h("div", { class: "shoe-head" }, h("h2", {}, t("shoe.title")), h("b", { class: "total" }, shoe.total), h("span", { class: "quiet-text" }, t("shoe.none", { n: shoe.most * 13 }))),
    h("div", { class: "ranks" }, SIGNS.map(row)),
    h("div", { class: "shoe-tools" },
      h("button", { type: "button", disabled: shoe.fresh, onclick: () => shoe.all(() => shoe.most) }, t("shoe.fresh")),
      h("button", { type: "button", onclick: () => shoe.all((count) => Math.floor(count / 2)) }, t("shoe.halve"))),
    h("p", { class: "small quiet-text" }, t("shoe.how")),
  ];
}
