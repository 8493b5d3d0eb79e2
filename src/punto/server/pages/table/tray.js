// The tray below the felt: whatever is mine to do now. Chips, insurance, a choice, a squeeze; else what the round paid.

import { command } from "../lib/api.js";
import { cite } from "../lib/cite.js";
import { h, put } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { money } from "../lib/money.js";
import { sayRefused } from "../lib/toast.js";
import { Insurance, myOffers } from "./insurance.js";
import { Rack } from "./rack.js";
import { resultPanel } from "./result.js";

export class Tray {
  /** @param {HTMLElement} place @param {import("../table.js").Room} room */
  constructor(place, room) {
    this.room = room;
    this.rack = new Rack(room);
    this.insurance = new Insurance(room);
    this.note = h("div", { class: "tray-note" });
    this.result = h("div", { class: "tray-result" });
    this.choice = h("div", { class: "choice", role: "group" });
    this.waived = h("p", { class: "waived", hidden: true });
    this.place = place;
    put(place, this.waived, this.rack.element, this.insurance.element, this.choice, this.result, this.note);
  }

  lay() {
    this.rack.lay();
    this.insurance.key = this.choiceKey = this.resultKey = null;
  }

  /** Which of its faces the tray shows. */
  face() {
    const { view, me, canBet, plays } = this.room;
    const coup = view.coup;
    if (!plays) return "note";
    if (coup?.choosing.includes(me.name)) return "choice";
    if (canBet) return "rack";
    if (myOffers(this.room).length) return "insurance";
    if (this.room.settlement && view.phase !== "betting") return "result";
    return "note";
  }

  update() {
    const face = this.face();
    this.place.dataset.face = face;
    const faces = { rack: this.rack.element, insurance: this.insurance.element, choice: this.choice, result: this.result, note: this.note };
    for (const [name, element] of Object.entries(faces)) element.hidden = name !== face;
    this.#tellWaived();
    if (face === "rack") this.rack.update();
    if (face === "insurance") this.insurance.update();
    if (face === "choice") this.#choose();
    if (face === "result") this.#settled();
    if (face === "note") this.#tell();
  }

  #tell() {
    const { view, plays, myBets } = this.room;
    const sum = myBets.reduce((all, one) => all + one.stake, 0);
    if (this.room.veil.mine) return void (this.note.textContent = t("squeeze.how"));
    const busy = view.phase === "dealing" || view.phase === "stopped";
    this.note.textContent = !plays ? t("tray.watching") : busy ? (sum ? t("tray.dealing", { n: money(sum) }) : t("tray.none")) : view.phase === "closed" ? t("call.closed") : t("tray.wait");
  }

  /** Insurance that nobody is offered in this round, and why. */
  #tellWaived() {
    const { coup } = this.room.view;
    const of = coup && !coup.ended ? coup.waived : "";
    const key = `${of}/${document.documentElement.lang}`;
    if (key === this.waivedKey) return;
    this.waivedKey = key;
    this.waived.hidden = !of;
    put(this.waived, of && [t("ins.waived"), " ", cite(of)]);
  }

  #settled() {
    const { felt, me } = this.room;
    const { settlement } = this.room;
    const key = `${settlement.coup}/${document.documentElement.lang}`;
    if (key === this.resultKey) return;
    this.resultKey = key;
    put(this.result, resultPanel(felt, settlement.lines.filter((line) => line.patron === me.name)));
  }

  #choose() {
    const { view } = this.room;
    const key = `${view.coup.number}/${document.documentElement.lang}`;
    if (key === this.choiceKey) return;
    this.choiceKey = key;
    const option = (what, primary) => h("button", { type: "button", class: primary && "primary", data: { option: what }, onclick: () => this.#give("choose", { option: what }) }, t(`choose.${what}`));
    this.choice.setAttribute("aria-label", t("choose.title"));
    put(this.choice, h("h3", {}, t("choose.title")), h("div", { class: "options" }, option("continue", true), option("return", false)));
  }

  async #give(name, fields) {
    const { id, me, view } = this.room;
    try {
      await command(id, name, { patron: me.name, ...fields }, view.version);
    } catch (error) {
      sayRefused(error);
    }
  }
}
