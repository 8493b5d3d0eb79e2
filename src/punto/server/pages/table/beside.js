// Tables side by side: which others could stand beside this one.

import { nameInAddress } from "../lib/address.js";
import { ApiError, get } from "../lib/api.js";
import { draw } from "../lib/draw.js";
import { h, wear } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { fullName } from "../lib/table-words.js";
import { sayRefused } from "../lib/toast.js";
import { MOST, addressOf, tablesOf } from "./felts.js";

export class Beside {
  /** @param {import("./room.js").Room} room @param {HTMLDialogElement} dialog */
  constructor(room, dialog) {
    this.room = room;
    this.dialog = dialog;
  }

  async open() {
    try {
      const { tables } = await get("/api/tables");
      const here = tablesOf(nameInAddress());
      const others = tables.filter((row) => row.sign && !here.includes(row.table));
      wear(this.dialog, { "aria-label": t("beside.title") });
      draw(this.dialog,
        h("h2", {}, t("beside.title")),
        h("ul", { class: "beside-rows" }, here.length < MOST && others.map((row) => h("li", { key: row.table },
          h("a", { class: "button", href: addressOf([...here, row.table]) }, fullName(row))))),
        here.length >= MOST && h("p", {}, t("beside.full", { n: MOST })),
        h("form", { method: "dialog", class: "ends" }, h("button", {}, t("close"))));
      this.room.leaves.open(this.dialog);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      sayRefused(error);
    }
  }
}
