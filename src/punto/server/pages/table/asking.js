// Asking for a squeeze: what I may ask for now, what I asked, and what the dealer said.

import { ApiError, command } from "../lib/api.js";
import { cite } from "../lib/cite.js";
import { draw } from "../lib/draw.js";
import { h, wear } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { squeezedName } from "../lib/squeezes.js";
import { say, sayRefused } from "../lib/toast.js";

/** @typedef {Api.RequestView["card"]} Card */

/** Asked for by themselves: Banker's third card is then seen before Player's. @type {Card[]} */
const BANKER_FIRST = ["banker_third_first", "expose_banker_third"];

/** @param {Card} card */
const isPlain = (card) => !BANKER_FIRST.includes(card);

export class Asking {
  /** @param {import("./room.js").Room} room @param {HTMLDialogElement} dialog */
  constructor(room, dialog) {
    this.room = room;
    this.dialog = dialog;
  }

  /** What I may ask for, with the paragraph where it would waive insurance. @returns {Map<Card, string>} */
  get #may() {
    const { plays, view, me } = this.room;
    const may = (plays && view.coup?.may_ask[me.name]) || {};
    return new Map(/** @type {[Card, string][]} */ (Object.entries(may)));
  }

  get #requests() {
    const { plays, view, me } = this.room;
    return plays ? (view.coup?.requests ?? []).filter((request) => request.patron === me.name) : [];
  }

  button() {
    const may = [...this.#may.keys()];
    const stands = new Set(this.#requests.map((request) => request.answer || "asked"));
    // First that a request waits, then that there is more to ask for, then the answer.
    const answered = may.some(isPlain) ? "" : /** @type {const} */ (["granted", "declined"]).find((answer) => stands.has(answer)) ?? "";
    const stand = stands.has("asked") ? "asked" : answered;
    return h("button", { type: "button", class: "ask", hidden: !may.length && !stands.size, disabled: !may.length, data: { stand }, onclick: () => { this.use(); } },
      stand ? `${t(`squeeze.is.${stand}`)}${may.length ? " …" : ""}` : t("squeeze.ask"));
  }

  /** Ask at once where there is nothing to choose. */
  use() {
    const may = [...this.#may.keys()];
    if (!may.length) return;
    if (may.every(isPlain)) return void this.#ask(may);
    this.#fill();
    this.room.leaves.open(this.dialog);
  }

  /** Keep what is open up to date. */
  update() {
    if (this.dialog.open) this.#fill();
  }

  #fill() {
    const may = this.#may;
    const byCard = new Map(this.#requests.map((request) => [request.card, request]));
    const plain = [...may.keys()].filter(isPlain);
    const first = BANKER_FIRST.filter((card) => may.has(card) || byCard.has(card));
    const waives = first.map((card) => may.get(card) ?? byCard.get(card)?.waives).find(Boolean);
    const option = (/** @type {Card[]} */ cards, /** @type {string} */ name) =>
      h("button", { type: "button", autofocus: true, key: cards[0], data: { cards: cards.join(" ") }, onclick: () => this.#ask(cards) }, name);
    const stand = (/** @type {Card} */ card) => h("p", { class: "stand", key: card }, squeezedName(card), h("b", {}, t(`squeeze.stand.${byCard.get(card)?.answer || "asked"}`)));
    wear(this.dialog, { "aria-label": t("squeeze.ask") });
    draw(this.dialog,
      h("h2", {}, t("squeeze.ask")),
      h("p", { class: "quiet-text" }, t("squeeze.decides"), " ", cite(this.room.felt.procedure.squeeze ?? "")),
      plain.length > 0 && h("div", { class: "options" }, option(plain, plain.map(squeezedName).join(" · "))),
      [...byCard.keys()].filter(isPlain).map(stand),
      first.length > 0 && h("div", { class: "first" },
        waives && h("p", { class: "warning" }, t("squeeze.warning"), " ", cite(waives)),
        h("div", { class: "options" }, first.map((card) => (may.has(card) ? option([card], squeezedName(card)) : stand(card))))),
      h("form", { method: "dialog", class: "ends" }, h("button", {}, t("close"))));
  }

  /** @param {Card[]} cards */
  async #ask(cards) {
    const { id, me, view } = this.room;
    this.dialog.close();
    try {
      for (const card of cards) await command(id, "squeeze", { patron: me.name, card }, view.version);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      sayRefused(error);
    }
  }
}

/** Shows the dealer's answers to me, and to everybody that insurance is waived. @param {string} me @param {Api.NewsView["events"]} events */
export function tellAnswers(me, events) {
  const answers = events.filter((event) => event.kind === "squeeze_granted" || event.kind === "squeeze_declined");
  for (const [kind, tone] of /** @type {const} */ ([["squeeze_granted", "good"], ["squeeze_declined", "bad"]])) {
    const mine = answers.filter((event) => event.kind === kind && event.patron === me);
    if (mine.length) say(t(`said.${kind}`, { what: mine.map((event) => squeezedName(event.card)).join(" · ") }), { tone, of: mine[0].cite });
  }
  const waived = events.find((event) => event.kind === "insurance_waived");
  if (waived) say(t("ins.waived"), { of: waived.cite });
}
