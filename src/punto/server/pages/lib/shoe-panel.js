// The panel of a shoe one edits: by button, by typing or with the arrow keys.

import { SIGNS } from "./composition.js";
import { asDrawn, h } from "./element.js";
import { t } from "./i18n.js";

/** @typedef {import("./composition.js").Shoe} Shoe */

/** @type {Record<string, number>} */
const STEPS = { ArrowUp: 1, ArrowDown: -1, PageUp: 4, PageDown: -4 };

/** @param {string} sign */
const nameOf = (sign) => (sign === "T" ? "10" : sign);

/** Only digits get into a field. @param {InputEvent} event */
function digitsOnly(event) {
  if (event.data && /\D/.test(event.data)) event.preventDefault();
}

/** What is typed counts as it is typed; a field that is left says again what counts. @param {Shoe} shoe @param {string} sign */
function field(shoe, sign) {
  const count = shoe.counts[sign];
  const again = (/** @type {HTMLInputElement} */ of) => queueMicrotask(() => asDrawn(of)); // After it is drawn.
  return h("input", {
    type: "text", inputmode: "numeric", pattern: "[0-9]*", maxlength: 3, autocomplete: "off", role: "spinbutton", value: String(count), data: { count: sign },
    "aria-label": t("shoe.count", { rank: nameOf(sign) }), "aria-valuenow": count, "aria-valuemin": 0, "aria-valuemax": shoe.most,
    onfocus: ({ currentTarget }) => currentTarget.select(),
    onbeforeinput: digitsOnly,
    oninput: ({ currentTarget }) => {
      const typed = currentTarget.value.replace(/\D/g, ""); // What is pasted or dropped may hold more.
      if (typed !== currentTarget.value) currentTarget.value = typed;
      if (typed) shoe.set(sign, Number(typed));
    },
    onchange: ({ currentTarget }) => again(currentTarget),
    onblur: ({ currentTarget }) => again(currentTarget),
    onkeydown: (event) => {
      const by = STEPS[event.key];
      if (!by) return;
      event.preventDefault();
      shoe.set(sign, shoe.counts[sign] + by);
      again(event.currentTarget);
    },
  });
}

/**
 * One card less or more, by mouse or finger: whoever types has the arrow keys, and Tab goes from field to field. Not
 * disabled at its end, because that would take the focus away.
 * @param {Shoe} shoe @param {string} sign @param {"less" | "more"} way
 */
function step(shoe, sign, way) {
  const count = shoe.counts[sign];
  const by = way === "less" ? -1 : 1;
  return h("button", {
    type: "button", class: "quiet", key: way, tabindex: -1, "aria-label": t(`shoe.${way}`, { rank: nameOf(sign) }),
    "aria-disabled": count === (way === "less" ? 0 : shoe.most) ? "true" : null, data: { [way]: sign }, onclick: () => shoe.set(sign, shoe.counts[sign] + by),
  }, way === "less" ? "−" : "+");
}

/** @param {Shoe} shoe @param {string} sign */
function row(shoe, sign) {
  const count = shoe.counts[sign];
  return h("div", { class: ["rank", count < shoe.most && "less"], key: sign },
    h("b", {}, nameOf(sign)),
    step(shoe, sign, "less"), field(shoe, sign), step(shoe, sign, "more"),
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
    h("button", { type: "button", "aria-disabled": shoe.fresh ? "true" : null, onclick: () => shoe.all(() => shoe.most) }, t("shoe.fresh")),
    h("button", { type: "button", onclick: () => shoe.all((count) => Math.floor(count / 2)) }, t("shoe.halve"))),
  h("p", { class: "small quiet-text" }, t("shoe.how")));
