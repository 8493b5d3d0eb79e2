// The tray below the felt: whatever is mine to do now. Chips, insurance, a choice, a squeeze; else what the round paid.

import { cite } from "../lib/cite.js";
import { h } from "../lib/element.js";
import { t, wordOf } from "../lib/i18n.js";
import { money } from "../lib/money.js";
import { choice } from "./choice.js";
import { Insurance } from "./insurance.js";
import { rack } from "./rack.js";
import { remarkRow } from "./remarks.js";
import { resultPanel, voidPanel } from "./result.js";

export class Tray {
  /** @param {import("./room.js").Room} room */
  constructor(room) {
    this.room = room;
    this.insurance = new Insurance(room);
  }

  /** Which of its faces the tray shows. @returns {"note" | "choice" | "rack" | "insurance" | "result"} */
  get face() {
    const { view, me, canBet, plays, myOffers, paid, voided, online } = this.room;
    if (!plays || !online) return "note";
    if (view.coup?.choosing.includes(me.name)) return "choice";
    if (canBet) return "rack";
    if (myOffers.length) return "insurance";
    return (paid || voided) && view.phase !== "betting" ? "result" : "note";
  }

  view() {
    return [this.#waived(), this.#face()];
  }

  #face() {
    switch (this.face) {
      case "choice": return choice(this.room);
      case "rack": return rack(this.room);
      case "insurance": return this.insurance.view();
      case "result": return h("div", { class: "tray-result" }, this.#result());
      default: return this.#note();
    }
  }

  /** My remarks of the round on the table. */
  get #remarks() {
    const { remarks, view, me, felt } = this.room;
    return view.coup ? remarks.of(view.coup.number, me.name, felt) : [];
  }

  get #busy() {
    const { phase } = this.room.view;
    return phase === "dealing" || phase === "stopped";
  }

  #sentence() {
    const { view, plays, staked, online } = this.room;
    if (!online) return t("table.link.offline");
    if (!plays) return t("tray.watching");
    if (this.#busy) return staked ? t("tray.dealing", { n: money(staked) }) : t("tray.none");
    return t(view.phase === "closed" ? "call.closed" : "tray.wait");
  }

  #note() {
    const { view, plays, seal } = this.room;
    const remarks = plays && this.#busy ? this.#remarks : [];
    const pending = view.phase === "stopped" ? view.pending : null;
    return h("div", { class: "tray-note" },
      pending && h("p", { class: "pending" }, h("b", {}, wordOf("what.", pending.what)), " ", cite(pending.cite)),
      h("p", {}, this.#sentence()),
      remarks.length > 0 && h("table", { class: "figures lines" }, h("tbody", {}, remarks.map(remarkRow))),
      view.phase === "idle" && seal.offered && seal.button());
  }

  /** Insurance that nobody is offered in this round, and why. */
  #waived() {
    const { coup } = this.room.view;
    const of = coup && !coup.ended && coup.waived;
    return h("p", { class: "waived", hidden: !of }, of && [t("ins.waived"), " ", cite(of)]);
  }

  #result() {
    const { felt, me, paid, voided } = this.room;
    if (paid) return resultPanel(felt, paid.lines.filter((line) => line.patron === me.name), paid.winner, this.#remarks);
    return voided && voidPanel(felt, voided, me.name, this.#remarks);
  }
}
