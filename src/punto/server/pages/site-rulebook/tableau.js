// Who draws a third card: Player by its total, Banker by its total and Player's third card.

import { cite } from "../lib/cite.js";
import { h } from "../lib/element.js";
import { t } from "../lib/i18n.js";

const TOTALS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/** @param {"draws" | "stands" | "natural"} what @param {Draw.Child} key */
const cell = (what, key) => h("td", { class: what, key: String(key), title: t(`tableau.${what}`) }, t(`tableau.${what}.short`));

/** @param {Api.TableauView} rules */
function player(rules) {
  const what = (/** @type {number} */ total) => (rules.naturals.includes(total) ? "natural" : rules.player_draws.includes(total) ? "draws" : "stands");
  return h("table", { class: "tableau player" },
    h("caption", {}, h("b", {}, t("player")), " ", t("tableau.player")),
    h("thead", {}, h("tr", {}, h("th", { scope: "row" }, t("tableau.total")), TOTALS.map((total) => h("th", { scope: "col" }, total)))),
    h("tbody", {}, h("tr", {}, h("th", { scope: "row" }, ""), TOTALS.map((total) => cell(what(total), total)))));
}

/** @param {Api.TableauView} rules */
function banker(rules) {
  const natural = (/** @type {number} */ total) => rules.naturals.includes(total);
  const rows = TOTALS.filter((total) => !natural(total));
  return h("table", { class: "tableau banker" },
    h("caption", {}, h("b", {}, t("banker")), " ", t("tableau.banker")),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("tableau.total")), TOTALS.map((third) => h("th", { scope: "col" }, third)), h("th", { scope: "col", class: "alone" }, t("tableau.alone")))),
    h("tbody", {}, rows.map((total) => h("tr", { key: total }, h("th", { scope: "row" }, total),
      TOTALS.map((third) => cell(rules.banker_draws_on[total]?.includes(third) ? "draws" : "stands", third)),
      cell(rules.banker_draws_alone.includes(total) ? "draws" : "stands", "alone")))));
}

/** A table that may be wider than a phone: it is reached by the keyboard, too. @param {string} name @param {Draw.Child} table */
const scrolling = (name, table) => h("div", { class: "scroll-x", tabindex: 0, role: "region", "aria-label": name }, table);

/** @param {Api.TableauView} rules */
export const tableau = (rules) => h("section", { class: "panel tableaux", id: "tableau" },
  h("h2", {}, t("tableau.title"), " ", [...new Set(Object.values(rules.cite))].filter(Boolean).map((paragraph) => [cite(paragraph), " "])),
  h("p", { class: "small quiet-text key" },
    h("span", { class: "swatch draws" }), t("tableau.draws"), h("span", { class: "swatch stands" }), t("tableau.stands"), h("span", { class: "swatch natural" }), t("tableau.natural")),
  h("div", { class: "both" }, scrolling(t("player"), player(rules)), scrolling(t("banker"), banker(rules))));
