// The seal of a shoe: kept when it is shown, and checked in this browser once the shoe is closed and its order is open.

import { h } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { OnDemand } from "./on-demand.js";

const MOST_SEALS = 4;

/** The seals that were shown at a table, by the number of the shoe. @param {string} table */
export const sealsOf = (table) => /** @type {Record<string, string>} */ (JSON.parse(localStorage.getItem(`punto.seals.${table}`) ?? "{}"));

/** Remember a seal while its shoe is in use, so that it cannot be changed afterwards. @param {string} table @param {Api.ShoeView | null} shoe */
export function keepSeal(table, shoe) {
  if (!shoe?.commitment) return;
  const seals = sealsOf(table);
  if (seals[shoe.number]) return;
  seals[shoe.number] = shoe.commitment;
  for (const old of Object.keys(seals).map(Number).sort((first, second) => first - second).slice(0, -MOST_SEALS)) delete seals[old];
  localStorage.setItem(`punto.seals.${table}`, JSON.stringify(seals));
}

export class SealCheck {
  /** @param {import("./room.js").Room} room @param {HTMLDialogElement} dialog */
  constructor(room, dialog) {
    this.room = room;
    this.sheet = new OnDemand(async () => new (await import("./seal-sheet.js")).SealSheet(room, dialog));
  }

  /** Whether a shoe of this table may have been sealed: there is one now, or this browser saw one. */
  get offered() {
    const { view, id } = this.room;
    return Boolean(view.shoe?.commitment) || localStorage.getItem(`punto.seals.${id}`) !== null;
  }

  button() {
    return h("button", { type: "button", class: "seal-check", onclick: () => this.sheet.open() }, t("seal.check"));
  }
}
