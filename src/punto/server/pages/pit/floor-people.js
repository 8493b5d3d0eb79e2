// The whole floor in one fold: who is at which table, and what the house can lose on all of them.

import { h } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { money } from "../lib/money.js";
import { tableName } from "../lib/table-words.js";
import { exposureOf, whereabouts } from "./where.js";

/** @param {Api.PitTableView[]} tables */
export function floorPeople(tables) {
  const people = whereabouts(tables);
  return h("details", { class: "panel where", key: "where" },
    h("summary", {}, h("b", {}, t("pit.where")), h("span", { class: "quiet-text" }, t("pit.where.count", { count: people.length })),
      h("span", { class: "floor-exposure" }, t("pit.floor.exposure", { n: money(exposureOf(tables)) }))),
    people.length ? h("ul", {}, people.map(({ patron, places, staked }) => h("li", { key: patron, data: { patron } },
      h("b", {}, patron),
      h("span", { class: "places" }, places.map(({ table, here }) => h("a", { key: table.table, href: `#${encodeURIComponent(table.table)}` },
        `${tableName(table)} · ${t("box", { n: here.boxes.join(", ") })}`))),
      h("span", { class: "num" }, money(staked)))))
      : h("p", { class: "quiet-text" }, t("pit.where.none")));
}
