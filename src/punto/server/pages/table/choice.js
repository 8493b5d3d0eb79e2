// The choice after a dealing error: what happened, by which paragraph I may choose, what silence means, and the time left.

import { command } from "../lib/api.js";
import { cite } from "../lib/cite.js";
import "../lib/countdown.js";
import { h } from "../lib/element.js";
import { put } from "../lib/put.js";
import { t } from "../lib/i18n.js";
import { sayRefused } from "../lib/toast.js";
import { tiny } from "./past.js";

export class Choice {
  /** @param {import("./table.js").Room} room */
  constructor(room) {
    this.room = room;
    this.countdown = document.createElement("punto-countdown");
    this.until = h("span", { class: "small quiet-text" });
    this.words = h("div", { class: "choice-words" });
    this.options = h("div", { class: "options" });
    this.element = h("div", { class: "choice", role: "group" }, this.words, h("div", { class: "choice-do" }, this.options, h("div", { class: "choice-time" }, this.countdown, this.until)));
  }

  update() {
    const { view, felt, remarks } = this.room;
    const at = view.next?.waits_for === "choice" ? view.next.at : null;
    this.countdown.until = at;
    this.countdown.hidden = !at;
    this.until.textContent = at ? "" : t("choose.dealer");
    const coup = view.coup.number;
    const report = remarks.report(coup);
    const key = JSON.stringify([coup, report?.version, document.documentElement.lang]);
    if (key === this.key) return;
    this.key = key;
    this.element.setAttribute("aria-label", t("choose.title"));
    put(this.words,
      report && h("p", { class: "happened" }, h("b", {}, t(`what.${report.what}`)), report.cards && [" ", report.cards.split(" ").map(tiny)], report.note && [" ", h("q", {}, report.note)], " ", cite(report.cite),
        remarks.reconstructed(coup) && ` ${t("choose.ordered")}`),
      h("h3", {}, t("choose.title"), " ", cite(felt.choice.cite)),
      h("p", { class: "silence small quiet-text" }, t("choose.silence"), " ", cite(felt.choice.silence)));
    const option = (what, primary) => h("button", { type: "button", class: primary && "primary", data: { option: what }, onclick: () => this.#choose(what) }, t(`choose.${what}`));
    put(this.options, option("continue", true), option("return", false));
  }

  async #choose(option) {
    const { id, me, view } = this.room;
    try {
      await command(id, "choose", { patron: me.name, option }, view.version);
    } catch (error) {
      sayRefused(error);
    }
  }
}
