// <pit-detail>: the one table that is looked at. Each that was keeps its elements, and in them what somebody began to write.

import { PageElement, draw } from "../lib/draw.js";
import { define, h } from "../lib/element.js";
import { detail } from "./detail.js";

/** @typedef {{table: Api.PitTableView, pit: Api.PitView, doing: import("./doing.js").Doing}} Look */

export class LookedAt extends PageElement {
  /** @type {Look | null} */
  #look = null;
  /** @type {Map<string, Element>} */
  #places = new Map();

  /** @param {Look | null} look */
  set look(look) {
    this.#look = look;
    this.changed();
  }

  get look() {
    return this.#look;
  }

  view() {
    if (!this.#look) return null;
    const { table, pit, doing } = this.#look;
    const place = this.#places.get(table.table) ?? h("div", { class: "looked-at", key: table.table, data: { table: table.table } });
    this.#places.set(table.table, place);
    draw(place, detail(table, pit, doing));
    return place;
  }
}

define("pit-detail", LookedAt);
