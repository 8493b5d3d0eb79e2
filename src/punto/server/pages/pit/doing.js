// What somebody in the pit does: commands on the version that is drawn, switches, and what their rank allows.

import { ApiError, command, once, post } from "../lib/api.js";
import { RANKS, mayDecide } from "../lib/ranks.js";
import { t } from "../lib/i18n.js";
import { WAITS } from "../lib/refusal.js";
import { tableName } from "../lib/table-words.js";
import { say, sayRefused } from "../lib/toast.js";
import { isBetween } from "./prepared.js";

/** @typedef {import("./prepared.js").Settings} Settings */

/** @param {() => Promise<unknown>} work @returns {Promise<boolean>} whether it was done; a refusal is shown */
async function isDone(work) {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    sayRefused(error);
    return error.code === WAITS;
  }
}

export class Doing {
  /** @param {{pit: () => Api.PitView, me: () => Api.MeView, redraw: () => void}} page */
  constructor({ pit, me, redraw }) {
    this.pit = pit;
    this.me = me;
    this.redraw = redraw;
  }

  /**
   * Send a command to a table, on the version that is drawn: what somebody decides, they decide on that.
   * @template {Api.Command["command"]} N @param {string} table @param {N} name @param {Api.FieldsOf<N>} fields
   */
  send(table, name, fields) {
    const version = this.pit().tables.find((row) => row.table === table)?.version;
    return isDone(() => command(table, name, fields, version));
  }

  /**
   * Change a sign: now if no round is going on, else when it is over. On whatever version: the house adds it to what waits.
   * @param {Api.PitTableView} table @param {Settings} settings
   */
  async changeSign(table, settings) {
    const up = isBetween(table);
    const done = await isDone(() => command(table.table, "change_sign", { settings, after_round: true }));
    if (done) say(`${tableName(table)}: ${t(up ? "pit.changed" : "pit.kept")}`, { tone: "good" });
    return done;
  }

  /** Forget a sign that waits. @param {Api.PitTableView} table */
  withdrawSign(table) {
    return isDone(() => command(table.table, "change_sign", { settings: {}, after_round: true }));
  }

  /** @param {Api.Flip} body */
  flip(body) {
    return isDone(() => once(JSON.stringify(body), () => post("/api/switches", body)));
  }

  /** @param {string} name */
  may(name) {
    return this.me().commands.includes(name);
  }

  /** Whether a decision of this rank is theirs, by their own or in a position they are assigned to. @param {Api.PitTableView} table @param {string} least */
  decides(table, least) {
    return mayDecide(this.me().role, least) || Boolean(this.acting(table, least).acting);
  }

  /** The position to act in, where their own rank is too low for this. @param {Api.PitTableView} table @param {string} least @returns {{acting?: string}} */
  acting(table, least) {
    const { name, role } = this.me();
    if (mayDecide(role, least) || !RANKS.includes(role)) return {};
    const assignment = table.assignments.find((row) => row.person === name && mayDecide(row.position, least));
    return assignment ? { acting: assignment.position } : {};
  }

  switches() {
    return this.pit().may_switch.includes(this.me().role);
  }
}
