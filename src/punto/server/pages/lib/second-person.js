// What waits for a second person: who asked for what and how much, how long is left, and the answer.

import { ApiError, get } from "./api.js";
import "./countdown.js";
import { h } from "./element.js";
import { t, wordOf } from "./i18n.js";
import { money } from "./money.js";
import { mayDecide } from "./ranks.js";

/** The commands that wait at a table, as far as this person may see them; fetched when their numbers have changed. */
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
    this.all = this.all.filter((request) => waiting.includes(request.waiting));
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

/** What was asked for, in words. @param {Api.WaitingView} request */
export const askedFor = (request) => [wordOf("second.what.", request.what), request.sum ? money(request.sum) : "", request.patron].filter(Boolean).join(" · ");

/** Whether this person may say yes: another one, of the rank it takes. @param {Api.WaitingView} request @param {Answering["me"]} me */
export const mayConfirm = (request, me) => request.asker !== me.name && mayDecide(me.role, request.needs);

/** @param {Api.WaitingView} request @param {Answering} answering */
function waits(request, { me, answer }) {
  const yes = mayConfirm(request, me);
  const no = yes || (request.asker === me.name && request.by !== "patron");
  return h("li", { class: "second-person", key: request.waiting, data: { waiting: request.waiting } },
    h("div", { class: "second-what" }, h("b", {}, askedFor(request)), h("punto-countdown", { props: { until: request.until } })),
    request.reason && h("p", { class: "small note" }, "“", request.reason, "”"),
    h("p", { class: "small quiet-text" }, t("second.asked", { who: request.asker, rank: wordOf("rank.", request.by) })),
    h("p", { class: "small" }, t("second.needs", { rank: t("or.above", { rank: wordOf("rank.", request.needs) }) })),
    (yes || no) && h("div", { class: "ends" },
      no && h("button", { type: "button", key: "decline", onclick: () => answer(request.waiting, true) }, t(yes ? "second.decline" : "second.take.back")),
      yes && h("button", { type: "button", class: "primary", key: "confirm", onclick: () => answer(request.waiting, false) }, t("second.confirm"))));
}

/** All that waits at a table. @param {Api.WaitingView[]} waiting @param {Answering} answering */
export const secondPerson = (waiting, answering) => waiting.length > 0 && h("section", { class: "panel second", key: "second" },
  h("h2", {}, t("second.title")), h("ul", { class: "plain" }, waiting.map((request) => waits(request, answering))));
