// The tray below the felt: whatever is mine to do now. Chips, insurance, a choice, a squeeze; else what the round paid.

import { cite } from "../lib/cite.js";
import { h } from "../lib/element.js";
import { put } from "../lib/put.js";
import { t } from "../lib/i18n.js";
import { money } from "../lib/money.js";
import { Choice } from "./choice.js";
import { Insurance, myOffers } from "./insurance.js";
import { Rack } from "./rack.js";
import { remarkRow } from "./remarks.js";
import { resultPanel, voidPanel } from "./result.js";
import { SealCheck } from "./seal.js";

export class Tray {
  /** @param {HTMLElement} place @param {import("./table.js").Room} room */
  constructor(place, room) {
    this.room = room;
    this.rack = new Rack(room);
    this.insurance = new Insurance(room);
    this.note = h("div", { class: "tray-note" });
    this.result = h("div", { class: "tray-result" });
    this.choice = new Choice(room);
    this.seal = new SealCheck(room);
    this.waived = h("p", { class: "waived", hidden: true });
    this.place = place;
    put(place, this.waived, this.rack.element, this.insurance.element, this.choice.element, this.result, this.note);
  }

  lay() {
    this.rack.lay();
    this.insurance.key = this.choice.key = this.resultKey = this.noteKey = null;
  }

  /** Which of its faces the tray shows. */
  face() {
    const { view, me, canBet, plays } = this.room;
    const coup = view.coup;
    if (!plays) return "note";
    if (coup?.choosing.includes(me.name)) return "choice";
    if (canBet) return "rack";
    if (myOffers(this.room).length) return "insurance";
    if ((this.room.settlement || this.room.voided) && view.phase !== "betting") return "result";
    return "note";
  }

  update() {
    const face = this.face();
    this.place.dataset.face = face;
    const faces = { rack: this.rack.element, insurance: this.insurance.element, choice: this.choice.element, result: this.result, note: this.note };
    for (const [name, element] of Object.entries(faces)) element.hidden = name !== face;
    this.#tellWaived();
    if (face === "rack") this.rack.update();
    if (face === "insurance") this.insurance.update();
    if (face === "choice") this.choice.update();
    if (face === "result") this.#settled();
    if (face === "note") this.#tell();
  }

  /** My remarks of the round on the table. */
  get #remarks() {
    const { remarks, view, me, felt } = this.room;
    return view.coup ? remarks.of(view.coup.number, me.name, felt) : [];
  }

  #tell() {
    const { view, plays, myBets, veil } = this.room;
    const sum = myBets.reduce((all, one) => all + one.stake, 0);
    const busy = view.phase === "dealing" || view.phase === "stopped";
    const said = veil.mine ? t("squeeze.how") : !plays ? t("tray.watching") : busy ? (sum ? t("tray.dealing", { n: money(sum) }) : t("tray.none")) : view.phase === "closed" ? t("call.closed") : t("tray.wait");
    const remarks = plays && busy ? this.#remarks : [];
    const pending = view.phase === "stopped" ? view.pending : null;
    const idle = view.phase === "idle" && this.seal.offered;
    const key = JSON.stringify([said, remarks, pending, idle]);
    if (key === this.noteKey) return;
    this.noteKey = key;
    put(this.note, pending && h("p", { class: "pending" }, h("b", {}, t(`what.${pending.what}`)), " ", cite(pending.cite)), h("p", {}, said),
      remarks.length > 0 && h("table", { class: "figures lines" }, h("tbody", {}, remarks.map(remarkRow))), idle && this.seal.button());
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
    const { felt, me, settlement, voided } = this.room;
    const remarks = this.#remarks;
    const key = JSON.stringify([(settlement ?? voided).coup, Boolean(voided), remarks.map((one) => one.version), document.documentElement.lang]);
    if (key === this.resultKey) return;
    this.resultKey = key;
    put(this.result, settlement ? resultPanel(felt, settlement.lines.filter((line) => line.patron === me.name), settlement.winner, remarks) : voidPanel(felt, voided, me.name, remarks));
  }
}
