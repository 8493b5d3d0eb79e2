// What waits for a second person: who asked for what and how much, how long is left, and the answer.

import { ApiError, get } from "./api.js";
import "./countdown.js";
import { h } from "./element.js";
import { t, wordOf } from "./i18n.js";
import { money } from "./money.js";
import { mayDecide } from "./ranks.js";

/** What waits at a table, as far as this person may know it; asked for when the numbers of what waits have changed. */
export class Waiting {
  /** @type {Api.WaitingView[]} */
  all = [];
  #numbers = "";

  /** @param {string} table @param {() => void} redraw */
  constructor(table, redraw) {
    this.table = table;
    this.redraw = redraw;
  }

  /** @param {Pick<Api.TableView, "waiting">} view */
  async hear({ waiting }) {
    const numbers = waiting.join(" ");
    if (numbers === this.#numbers) return;
    this.#numbers = numbers;
    this.all = this.all.filter((one) => waiting.includes(one.waiting));
    try {
      if (waiting.length) this.all = (await get(`/api/tables/${encodeURIComponent(this.table)}/waiting`)).waiting;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#numbers = ""; // The next news asks again.
    }
    this.redraw();
  }
}

/** @typedef {{me: Pick<Api.MeView, "name" | "role">, answer: (waiting: number, decline: boolean) => unknown}} Answering */

/** What was asked for, in words. @param {Api.WaitingView} one */
export const askedFor = (one) => [wordOf("second.what.", one.what), one.sum ? money(one.sum) : "", one.patron].filter(Boolean).join(" · ");

/** Whether this person may say yes: another one, of the rank it takes. @param {Api.WaitingView} one @param {Answering["me"]} me */
export const mayConfirm = (one, me) => one.asker !== me.name && mayDecide(me.role, one.needs);

/** @param {Api.WaitingView} one @param {Answering} answering */
function waits(one, { me, answer }) {
  const yes = mayConfirm(one, me);
  const no = yes || (one.asker === me.name && one.by !== "patron");
  return h("li", { class: "second-person", key: one.waiting, data: { waiting: one.waiting } },
    h("div", { class: "second-what" }, h("b", {}, askedFor(one)), h("punto-countdown", { props: { until: one.until } })),
    one.reason && h("p", { class: "small note" }, "“", one.reason, "”"),
    h("p", { class: "small quiet-text" }, t("second.asked", { who: one.asker, rank: wordOf("rank.", one.by) })),
    h("p", { class: "small" }, t("second.needs", { rank: t("or.above", { rank: wordOf("rank.", one.needs) }) })),
    (yes || no) && h("div", { class: "ends" },
      no && h("button", { type: "button", key: "decline", onclick: () => answer(one.waiting, true) }, t(yes ? "second.decline" : "second.take.back")),
      yes && h("button", { type: "button", class: "primary", key: "confirm", onclick: () => answer(one.waiting, false) }, t("second.confirm"))));
}

/** All that waits at a table. @param {Api.WaitingView[]} waiting @param {Answering} answering */
export const secondPerson = (waiting, answering) => waiting.length > 0 && h("section", { class: "panel second", key: "second" },
  h("h2", {}, t("second.title")), h("ul", { class: "plain" }, waiting.map((one) => waits(one, answering))));
