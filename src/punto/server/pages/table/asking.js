// Asking for a squeeze: what I may ask for now, what I asked, and what the dealer said.

import { command } from "../lib/api.js";
import { cite } from "../lib/cite.js";
import { h } from "../lib/element.js";
import { put } from "../lib/put.js";
import { t } from "../lib/i18n.js";
import { squeezedName } from "../lib/squeezes.js";
import { say, sayRefused } from "../lib/toast.js";

/** Asked for by themselves: Banker's third card is then seen before Player's. */
const BANKER_FIRST = ["banker_third_first", "expose_banker_third"];

export class Asking {
  /** @param {import("./table.js").Room} room */
  constructor(room) {
    this.room = room;
    this.button = h("button", { type: "button", class: "ask", hidden: true, onclick: () => this.use() });
    this.dialog = document.body.appendChild(h("dialog", { class: "asking" }));
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
  }

  /** What I may ask for, with the paragraph where it would waive insurance. */
  get #may() {
    const { plays, view, me } = this.room;
    return (plays && view.coup?.may_ask[me.name]) || {};
  }

  get #asked() {
    const { plays, view, me } = this.room;
    return plays ? (view.coup?.requests ?? []).filter((one) => one.patron === me.name) : [];
  }

  update() {
    const may = Object.keys(this.#may);
    const stands = new Set(this.#asked.map((one) => one.answer || "asked"));
    const plain = may.some((card) => !BANKER_FIRST.includes(card));
    // What waits is told first; then that there is more to ask for; then what was said.
    const stand = stands.has("asked") ? "asked" : plain ? "" : ["granted", "declined"].find((answer) => stands.has(answer)) ?? "";
    this.button.hidden = !may.length && !stands.size;
    this.button.disabled = !may.length;
    this.button.dataset.stand = stand;
    this.button.textContent = stand ? `${t(`squeeze.is.${stand}`)}${may.length ? " …" : ""}` : t("squeeze.ask");
    if (this.dialog.open) this.#fill();
  }

  /** Ask at once where there is nothing to choose. */
  use() {
    const may = Object.keys(this.#may);
    if (!may.length) return;
    if (!may.some((card) => BANKER_FIRST.includes(card))) return void this.#ask(may);
    this.#fill();
    this.dialog.setAttribute("aria-label", t("squeeze.ask"));
    this.dialog.showModal();
  }

  #fill() {
    const may = this.#may;
    const asked = new Map(this.#asked.map((one) => [one.card, one]));
    const plain = Object.keys(may).filter((card) => !BANKER_FIRST.includes(card));
    const first = BANKER_FIRST.filter((card) => card in may || asked.has(card));
    const waives = first.map((card) => may[card] ?? asked.get(card).waives).find(Boolean);
    const option = (cards, name) => h("button", { type: "button", autofocus: true, data: { cards: cards.join(" ") }, onclick: () => this.#ask(cards) }, name);
    const stand = (card) => h("p", { class: "stand" }, squeezedName(card), h("b", {}, t(`squeeze.stand.${asked.get(card).answer || "asked"}`)));
    put(this.dialog,
      h("h2", {}, t("squeeze.ask")),
      h("p", { class: "quiet-text" }, t("squeeze.decides"), " ", cite(this.room.felt.procedure.squeeze ?? "")),
      plain.length > 0 && h("div", { class: "options" }, option(plain, plain.map(squeezedName).join(" · "))),
      [...asked.keys()].filter((card) => !BANKER_FIRST.includes(card)).map(stand),
      first.length > 0 && h("div", { class: "first" },
        waives && h("p", { class: "warning" }, t("squeeze.warning"), " ", cite(waives)),
        h("div", { class: "options" }, first.map((card) => (card in may ? option([card], squeezedName(card)) : stand(card))))),
      h("form", { method: "dialog", class: "ends" }, h("button", {}, t("close"))));
  }

  async #ask(cards) {
    const { id, me, view } = this.room;
    this.dialog.close();
    try {
      for (const card of cards) await command(id, "squeeze", { patron: me.name, card }, view.version);
    } catch (error) {
      sayRefused(error);
    }
  }
}

/** What the dealer said to me, and what everybody has to know of it. */
export function tellAnswers(room, events) {
  for (const [kind, tone] of [["squeeze_granted", "good"], ["squeeze_declined", "bad"]]) {
    const mine = events.filter((event) => event.kind === kind && event.patron === room.me.name);
    if (mine.length) say(t(`said.${kind}`, { what: mine.map((event) => squeezedName(event.card)).join(" · ") }), { tone, of: mine[0].cite });
  }
  const waived = events.find((event) => event.kind === "insurance_waived");
  if (waived) say(t("ins.waived"), { of: waived.cite });
}
