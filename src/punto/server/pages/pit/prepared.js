// Changes of a sign that were prepared during a round. They wait here and are given in the gap before the next one: at a
// table that deals by itself that gap is a few seconds, too short to fill a form in.

import { ApiError } from "../lib/api.js";
import { isSame } from "./same.js";

/** @typedef {Partial<Api.Sign>} Settings */
/** @typedef {{settings: Settings, on: Api.Sign | null, going: boolean}} Change `on` is the sign that somebody decided on */

/** What a table says when the gap was missed: the change waits for the next one. */
const AGAIN = new Set(["page_is_stale", "coup_in_progress", "decision_is_awaited", "no_connection", "table_is_busy"]);

/** While a round is paid its sign is what it was opened with: another may go up for the next. */
const BETWEEN = new Set(["idle", "ready", "paying"]);

/** @param {Pick<Api.PitTableView, "phase">} table */
export const isBetween = (table) => BETWEEN.has(table.phase);

export class Prepared {
  /** @type {Map<string, Change>} */
  #waiting = new Map();

  /**
   * @param {{give: (table: Api.PitTableView, settings: Settings) => Promise<unknown>,
   *   tell: (table: Api.PitTableView, how: "given" | "dropped", error?: ApiError) => void, changed: () => void}} how
   */
  constructor({ give, tell, changed }) {
    this.give = give;
    this.tell = tell;
    this.changed = changed;
  }

  /** What is to change at a table; undefined where nothing is. @param {string} id */
  of(id) {
    return this.#waiting.get(id)?.settings;
  }

  /** Change these settings, now if no round is going on. Prepared twice, the later word holds. @param {Api.PitTableView} table @param {Settings} settings */
  async add(table, settings) {
    this.#waiting.set(table.table, { settings: { ...this.of(table.table), ...settings }, on: table.sign, going: false });
    if (isBetween(table)) await this.#try(table);
    this.changed();
  }

  /** @param {string} id */
  cancel(id) {
    this.#waiting.delete(id);
    this.changed();
  }

  /** The tables as they are now: what can be given is. @param {Api.PitTableView[]} tables */
  hear(tables) {
    for (const table of tables) {
      const change = this.#waiting.get(table.table);
      if (!change || change.going) continue;
      if (!isSame(table.sign, change.on)) {
        // Somebody else put up another sign, or the table closed: nobody decided on that.
        this.#waiting.delete(table.table);
        this.tell(table, "dropped");
      } else if (isBetween(table)) this.#try(table);
    }
  }

  /** @param {Api.PitTableView} table */
  async #try(table) {
    const change = this.#waiting.get(table.table);
    if (!change) return;
    change.going = true;
    try {
      await this.give(table, change.settings);
      this.#end(table, change, "given");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!AGAIN.has(error.code)) this.#end(table, change, "dropped", error);
    } finally {
      change.going = false;
    }
  }

  /** @param {Api.PitTableView} table @param {Change} change @param {"given" | "dropped"} how @param {ApiError} [error] */
  #end(table, change, how, error) {
    if (this.#waiting.get(table.table) === change) this.#waiting.delete(table.table);
    this.tell(table, how, error);
    this.changed();
  }
}
