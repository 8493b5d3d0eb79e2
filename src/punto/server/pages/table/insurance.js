// Insurance as it is offered to me: the odds, the most that may be staked, what it would return, and the time left.

import { clock, command } from "../lib/api.js";
import { cite } from "../lib/cite.js";
import "../lib/countdown.js";
import { timeGiven } from "../lib/time-left.js";
import { h } from "../lib/element.js";
import { put } from "../lib/put.js";
import { t } from "../lib/i18n.js";
import { money, winnings } from "../lib/money.js";
import { oddsWords } from "../lib/odds-words.js";
import { sayRefused } from "../lib/toast.js";

/** The offers that are mine to take: one for each of my original bets on a hand that may be insured. */
export function myOffers({ view, me, felt }) {
  const coup = view.coup;
  if (view.phase !== "dealing" || !coup) return [];
  return coup.offers.flatMap((offer) => offer.most.filter((one) => one.patron === me.name).map((one) => {
    const bet = felt.bets.find((known) => known.hand === offer.insures);
    const original = coup.bets.find((placed) => placed.patron === me.name && placed.box === one.box && placed.bet === bet?.id);
    const taken = coup.insurance.filter((had) => had.patron === me.name && had.box === one.box && had.insures === offer.insures && had.window === offer.window)
      .reduce((sum, had) => sum + had.stake, 0);
    return { ...offer, box: one.box, most: one.most, original: original?.plays ?? 0, taken, key: `${coup.number}/${offer.window}/${offer.insures}/${one.box}` };
  }));
}

export class Insurance {
  /** @param {import("./table.js").Room} room */
  constructor(room) {
    this.room = room;
    this.countdown = document.createElement("punto-countdown");
    this.time = h("p", { class: "insurance-time" }, h("span", {}), this.countdown);
    this.offers = h("div", { class: "offers" });
    this.element = h("div", { class: "insurance" }, this.offers, this.time);
    this.stakes = new Map();
  }

  update() {
    this.#tellTime();
    const offers = myOffers(this.room);
    const key = JSON.stringify([offers, document.documentElement.lang]);
    if (key === this.key) return;
    this.key = key;
    put(this.offers, offers.map((offer) => this.#offer(offer)));
  }

  /** How long it may still be taken; a dealer who takes longer than that leaves it open until the next card. */
  #tellTime() {
    const at = timeGiven(this.room.view)?.at ?? null;
    const left = at ? clock.until(at) : 0;
    this.countdown.until = left > 0 ? at : null;
    this.time.firstChild.textContent = t(left > 0 ? "ins.time" : "ins.open");
    clearTimeout(this.over);
    if (left > 0) this.over = setTimeout(() => this.#tellTime(), left * 1000 + 50);
  }

  focus() {
    this.element.querySelector("input")?.focus();
  }

  #offer(offer) {
    const name = t(offer.insures);
    const chip = this.room.view.sign.chip;
    const whole = (stake) => Math.max(0, Math.min(offer.most, Math.floor(stake / chip) * chip));
    const kept = this.stakes.get(offer.key);
    let stake = whole(kept ?? offer.most);
    const amount = h("input", { type: "number", inputmode: "numeric", min: chip, max: offer.most, step: chip, "aria-label": t("ins.stake") });
    const slider = h("input", { type: "range", min: 0, max: offer.most, step: chip, "aria-label": t("ins.stake"), tabindex: "-1" });
    const take = h("button", { type: "button", class: "primary", onclick: () => this.#take(offer, stake) });
    const returns = h("output", { class: "returns" });
    const show = (to, typing = false) => {
      stake = whole(to);
      this.stakes.set(offer.key, stake);
      if (!typing) amount.value = String(stake);
      slider.value = String(stake);
      take.textContent = t("ins.take", { n: money(stake) });
      take.disabled = stake <= 0;
      returns.textContent = t("ins.returns", { n: money(stake + winnings(stake, offer.odds)) });
    };
    amount.addEventListener("input", () => show(Number(amount.value) || 0, true));
    amount.addEventListener("change", () => show(stake));
    amount.addEventListener("keydown", (event) => event.key === "Enter" && stake > 0 && this.#take(offer, stake));
    slider.addEventListener("input", () => show(Number(slider.value)));
    const quick = (label, to) => h("button", { type: "button", "aria-label": money(whole(to)), onclick: () => show(to) }, label);
    const title = h("div", { class: "offer-title" }, h("b", {}, t("ins.title", { name, odds: oddsWords(offer.odds) })), " ", cite(offer.cite),
      h("span", { class: "small" }, `${t("ins.on", { n: money(offer.original), box: offer.box })} · ${t(offer.wins_on === "tie" ? "ins.on.tie" : "ins.on.loss", { name })}`),
      offer.taken > 0 && h("span", { class: "tag" }, t("ins.taken", { n: money(offer.taken) })));
    if (offer.most < chip) return h("div", { class: ["offer", offer.insures] }, title, h("p", { class: "full" }, t("ins.full")));
    const element = h("div", { class: ["offer", offer.insures], role: "group", "aria-label": t("ins.title", { name, odds: oddsWords(offer.odds) }), data: { insures: offer.insures, box: String(offer.box) } },
      title,
      h("div", { class: "offer-stake" }, amount, slider, h("span", { class: "quick" }, quick("¼", Math.ceil(offer.most / 4)), quick("½", Math.ceil(offer.most / 2)),
        quick(`${t("ins.most")} ${money(offer.most)}`, offer.most))),
      h("div", { class: "offer-take" }, take, returns));
    show(stake);
    return element;
  }

  async #take(offer, stake) {
    const { id, me, view } = this.room;
    try {
      const answer = await command(id, "take_insurance", { patron: me.name, box: offer.box, insures: offer.insures, stake }, view.version, { as: offer.key });
      this.stakes.delete(offer.key);
      this.room.say(t("said.insured", { n: money(stake) }));
      await this.room.caughtUp(answer.version);
    } catch (error) {
      sayRefused(error);
    }
    this.room.draw();
  }
}
