// Both hands as they lie. While a card may have been read wrongly each is a button that says so.

import { h } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { outcome } from "./now.js";
import { mayBeMisread } from "./page.js";
import { placeIn, placesOf } from "./places.js";
import { misreadForm } from "./report-form.js";

/** @typedef {import("./page.js").Page} Page */

/** @param {Page} page @param {Api.Side} side @param {string} face @param {number} at */
function card(page, side, face, at) {
  const element = h("punto-card", { face });
  const place = placeIn(placesOf(page.view.coup), side, at);
  if (!page.may("report") || !mayBeMisread(page)) return h("span", { class: "lies", key: at }, element);
  // Its name is the card's own and what pressing it says.
  return h("button", { type: "button", class: "lies", key: at, tabindex: -1, title: t("dealer.misread"), onclick: () => misreadForm(page, { place }) },
    element, h("span", { class: "visually-hidden" }, " ", t("dealer.misread.was")));
}

/** @param {Page} page @param {Api.Side} name */
function hand(page, name) {
  const { coup } = page.view;
  const points = coup && coup[`${name}_points`];
  return h("div", { class: ["hand", name, page.step.side === name && "turn"], key: name },
    h("h2", {}, t(name), points !== null && h("b", { class: "points" }, points)),
    h("div", { class: "cards" }, coup?.[name].length ? coup[name].map((face, at) => card(page, name, face, at)) : h("span", { class: "place" })));
}

/** @param {Page} page */
export function hands(page) {
  const { coup, shoe, phase } = page.view;
  // While bets are open the boxes are what counts.
  if (phase === "betting" && !shoe?.aside.length) return null;
  return h("div", { class: "hands" },
    hand(page, "player"),
    h("div", { class: "between" },
      coup?.ended === "settled" && h("p", { class: ["won", coup.settlement?.winner] }, outcome(coup.settlement)),
      coup?.ended === "voided" && h("p", { class: "won" }, t("dealer.void", { n: coup.number })),
      shoe && shoe.aside.length > 0 && h("div", { class: "aside" }, h("span", {}, t("dealer.aside")), shoe.aside.map((face) => h("punto-card", { face })))),
    hand(page, "banker"));
}
