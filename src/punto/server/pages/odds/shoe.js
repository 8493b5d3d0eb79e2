// The panel of a shoe one edits: by button, by typing or with the arrow keys.

import { asDrawn, h } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { SIGNS } from "./composition.js";

/** @typedef {import("./composition.js").Shoe} Shoe */

/** @type {Record<string, number>} */
const STEPS = { ArrowUp: 1, ArrowDown: -1, PageUp: 4, PageDown: -4 };

/** @param {string} sign */
const nameOf = (sign) => (sign === "T" ? "10" : sign);

/** @param {Shoe} shoe @param {string} sign */
function field(shoe, sign) {
  const count = shoe.counts[sign];
  return h("input", {
    type: "text", inputmode: "numeric", role: "spinbutton", value: String(count), data: { count: sign },
    "aria-label": t("shoe.count", { rank: nameOf(sign) }), "aria-valuenow": count, "aria-valuemin": 0, "aria-valuemax": shoe.most,
    onchange: ({ currentTarget }) => {
      shoe.set(sign, Number(currentTarget.value));
      queueMicrotask(() => asDrawn(currentTarget)); // After it is drawn: what was typed may be no such number.
    },
    onkeydown: (event) => {
      const by = STEPS[event.key];
      if (!by) return;
      event.preventDefault();
      shoe.set(sign, count + by);
    },
  });
}

/** @param {Shoe} shoe @param {string} sign */
function row(shoe, sign) {
  const count = shoe.counts[sign];
  const rank = nameOf(sign);
  return h("div", { class: ["rank", count < shoe.most && "less"], key: sign },
    h("b", {}, rank),
    h("button", { type: "button", class: "quiet", key: "less", "aria-label": t("shoe.less", { rank }), disabled: count === 0, data: { less: sign }, onclick: () => shoe.set(sign, count - 1) }, "−"),
    field(shoe, sign),
    h("button", { type: "button", class: "quiet", key: "more", "aria-label": t("shoe.more", { rank }), disabled: count === shoe.most, data: { more: sign }, onclick: () => shoe.set(sign, count + 1) }, "+"),
    h("span", { class: "bar" }, h("span", { class: "full", style: { "inline-size": `${(count / shoe.most) * 100}%` } })));
}

/** @param {Shoe} shoe */
export const shoePanel = (shoe) => h("section", { class: "panel shoe" },
  h("div", { class: "shoe-head" },
    h("h2", {}, t("shoe.title")),
    h("b", { class: "total" }, shoe.total),
    h("span", { class: "quiet-text" }, t("shoe.none", { n: shoe.most * SIGNS.length }))),
  h("div", { class: "ranks" }, SIGNS.map((sign) => row(shoe, sign))),
  h("div", { class: "shoe-tools" },
    h("button", { type: "button", disabled: shoe.fresh, onclick: () => shoe.all(() => shoe.most) }, t("shoe.fresh")),
    h("button", { type: "button", onclick: () => shoe.all((count) => Math.floor(count / 2)) }, t("shoe.halve"))),
  h("p", { class: "small quiet-text" }, t("shoe.how")));
