// Insurance as it is offered to me: the odds, the most that may be staked, what it would return, and the time left.

import { ApiError, clock, command } from "../lib/api.js";
import { cite } from "../lib/cite.js";
import "../lib/countdown.js";
import { asDrawn, h } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { money, winnings } from "../lib/money.js";
import { oddsWords } from "../lib/odds-words.js";
import { timeGiven } from "../lib/time-left.js";
import { sayRefused } from "../lib/toast.js";

/** @typedef {import("./offers.js").MyOffer} MyOffer */

export class Insurance {
  /** @type {Map<string, number>} what I would stake, by offer */
  #stakes = new Map();
  #over = 0;

  /** @param {import("./room.js").Room} room */
  constructor(room) {
    this.room = room;
  }

  view() {
    return h("div", { class: "insurance" },
      h("div", { class: "offers" }, this.room.myOffers.map((offer) => this.#offer(offer))),
      this.#time());
  }

  /** How long it may still be taken; a dealer who takes longer than that leaves it open until the next card. */
  #time() {
    const at = timeGiven(this.room.view)?.at ?? null;
    const left = at ? clock.until(at) : 0;
    clearTimeout(this.#over);
    if (left > 0) this.#over = setTimeout(() => this.room.draw(), left * 1000 + 50);
    return h("p", { class: "insurance-time" },
      h("span", {}, t(left > 0 ? "ins.time" : "ins.open")),
      h("punto-countdown", { props: { until: left > 0 ? at : null } }));
  }

  /** @param {MyOffer} offer */
  #offer(offer) {
    const name = t(offer.insures);
    const title = t("ins.title", { name, odds: oddsWords(offer.odds) });
    const about = `${t("ins.on", { n: money(offer.original), box: offer.box })} · ${t(offer.wins_on === "tie" ? "ins.on.tie" : "ins.on.loss", { name })}`;
    const head = h("div", { class: "offer-title" },
      h("b", {}, title), " ", cite(offer.cite),
      h("span", { class: "small" }, about),
      offer.insured > 0 && h("span", { class: "tag" }, t("ins.taken", { n: money(offer.insured) })));
    if (offer.most < this.#chip) return h("div", { class: ["offer", offer.insures], key: offer.key }, head, h("p", { class: "full" }, t("ins.full")));
    const stake = this.#stakeOn(offer);
    return h("div", { class: ["offer", offer.insures], key: offer.key, role: "group", "aria-label": title, data: { insures: offer.insures, box: offer.box } },
      head,
      this.#choosing(offer, stake),
      h("div", { class: "offer-take" },
        h("button", { type: "button", class: "primary", disabled: stake <= 0, onclick: () => this.#take(offer) }, t("ins.take", { n: money(stake) })),
        h("output", { class: "returns" }, t("ins.returns", { n: money(stake + winnings(stake, offer.odds)) }))));
  }

  /** @param {MyOffer} offer @param {number} stake */
  #choosing(offer, stake) {
    const field = { max: offer.most, step: this.#chip, value: String(stake), "aria-label": t("ins.stake") };
    const quick = (/** @type {string} */ label, /** @type {number} */ to) =>
      h("button", { type: "button", key: label, "aria-label": `${label} ${money(this.#whole(offer, to))}`, onclick: ({ currentTarget }) => { this.#set(offer, to, currentTarget); } }, label);
    return h("div", { class: "offer-stake" },
      h("input", {
        type: "number", inputmode: "numeric", key: "amount", min: this.#chip, ...field,
        oninput: ({ currentTarget }) => this.#set(offer, Number(currentTarget.value) || 0),
        onchange: ({ currentTarget }) => asDrawn(currentTarget),
        onkeydown: (event) => event.key === "Enter" && this.#stakeOn(offer) > 0 && this.#take(offer),
      }),
      h("input", { type: "range", key: "slider", min: 0, ...field, tabindex: "-1", oninput: ({ currentTarget }) => this.#set(offer, Number(currentTarget.value), currentTarget) }),
      h("span", { class: "quick" },
        quick("¼", Math.ceil(offer.most / 4)), quick("½", Math.ceil(offer.most / 2)),
        h("button", { type: "button", key: "most", onclick: ({ currentTarget }) => { this.#set(offer, offer.most, currentTarget); } }, `${t("ins.most")} ${money(offer.most)}`)));
  }

  get #chip() {
    return this.room.view.sign?.chip ?? 1;
  }

  /** @param {MyOffer} offer @param {number} stake */
  #whole(offer, stake) {
    return Math.max(0, Math.min(offer.most, Math.floor(stake / this.#chip) * this.#chip));
  }

  /** @param {MyOffer} offer */
  #stakeOn(offer) {
    return this.#whole(offer, this.#stakes.get(offer.key) ?? offer.most);
  }

  /** What I would stake; the amount as typed is left alone unless it was set by `other`. @param {MyOffer} offer @param {number} to @param {Element} [other] */
  #set(offer, to, other) {
    this.#stakes.set(offer.key, this.#whole(offer, to));
    this.room.draw();
    for (const field of other?.closest(".offer")?.querySelectorAll("input") ?? []) asDrawn(field);
  }

  /** @param {MyOffer} offer */
  async #take(offer) {
    const { id, me, view } = this.room;
    const stake = this.#stakeOn(offer);
    try {
      const answer = await command(id, "take_insurance", { patron: me.name, box: offer.box, insures: offer.insures, stake }, view.version, { as: offer.key });
      this.#stakes.delete(offer.key);
      this.room.say(t("said.insured", { n: money(stake) }));
      await this.room.caughtUp(answer.version);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      sayRefused(error);
    }
    this.room.draw();
  }
}
