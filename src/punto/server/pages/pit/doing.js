// What somebody in the pit does: commands on the picture that is drawn, switches, and what their rank lets them do.

import { ApiError, command, once, post } from "../lib/api.js";
import { RANKS, mayDecide } from "../lib/ranks.js";
import { sayRefused } from "../lib/toast.js";

/** @typedef {import("./prepared.js").Prepared} Prepared */

/** @param {() => Promise<unknown>} work @returns {Promise<boolean>} whether it was done; what was refused is said */
async function isDone(work) {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    sayRefused(error);
    return false;
  }
}

export class Doing {
  /** @param {{pit: () => Api.PitView, me: () => Api.MeView, prepared: Prepared, redraw: () => void}} page */
  constructor({ pit, me, prepared, redraw }) {
    this.pit = pit;
    this.me = me;
    this.prepared = prepared;
    this.redraw = redraw;
  }

  /**
   * Send a command to a table, on the version that is drawn: what somebody decides, they decide on that.
   * @template {Api.Command["command"]} N @param {string} table @param {N} name @param {Api.FieldsOf<N>} fields
   */
  send(table, name, fields) {
    const version = this.pit().tables.find((one) => one.table === table)?.version;
    return isDone(() => command(table, name, fields, version));
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
    const held = table.assignments.find((one) => one.person === name && mayDecide(one.position, least));
    return held ? { acting: held.position } : {};
  }

  switches() {
    return this.pit().may_switch.includes(this.me().role);
  }
}
