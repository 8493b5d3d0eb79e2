// Changes of a sign that were prepared during a round: the house keeps them and puts the sign up when the round is over.

import { isSame } from "./same.js";

/** @typedef {Partial<Api.Sign>} Settings */

/** While a round is paid its sign is what it was opened with: another may go up for the next. */
const BETWEEN = new Set(["idle", "ready", "paying"]);

/** @param {Pick<Api.PitTableView, "phase">} table */
export const isBetween = (table) => BETWEEN.has(table.phase);

/** The settings of the waiting sign that differ from the one that is up; null where none waits. @param {Pick<Api.PitTableView, "sign" | "prepared">} table @returns {Settings | null} */
export function preparedOf({ sign, prepared }) {
  if (!prepared || !sign) return null;
  const up = new Map(Object.entries(sign));
  return Object.fromEntries(Object.entries(prepared).filter(([name, value]) => !isSame(value, up.get(name) ?? null)));
}
