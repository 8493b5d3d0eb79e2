// Squeezes in words, and a request for one as it is shown to whoever answers it.

import { h } from "./element.js";
import { t } from "./i18n.js";

/** @typedef {{patron: string, cards: Api.RequestView["card"][], cite: string, waives: string}} Request as it is answered */

/** A card that is squeezed, in words. @param {Api.RequestView["card"]} card */
export const squeezedName = (card) => t(`squeezed.${card}`);

/**
 * Requests that wait, as they are answered: what waives nothing together for each patron, the others one by one.
 * @param {Pick<Api.CoupView, "requests"> | null | undefined} coup @returns {Request[]}
 */
export function waitingRequests(coup) {
  /** @type {Map<string, Request>} */
  const byKey = new Map();
  for (const { patron, card, cite, waives } of (coup?.requests ?? []).filter((request) => !request.answer)) {
    const key = waives ? `${patron}/${card}` : patron;
    const earlier = byKey.get(key);
    if (earlier) earlier.cards.push(card);
    else byKey.set(key, { patron, cards: [card], cite, waives });
  }
  return [...byKey.values()];
}

/** Each card of a request is answered by a command of its own: its fields. @param {Request} request @param {boolean} decline */
export const answersTo = (request, decline) => request.cards.map((card) => ({ patron: request.patron, card, decline }));

/** The keys for yes and no. What waives something has a yes of its own: nobody says it by pressing the other twice. @param {Request} request */
export const keysOf = (request) => (request.waives ? ["W", "N"] : ["Y", "N"]);

/**
 * Who asks for what, by which paragraph, what it would waive; and the answers, for those who may give them.
 * @param {Request} request @param {{cite: (of: string) => Draw.Child, answer?: ((decline: boolean) => unknown) | null, keys?: string[]}} how
 */
export function requestBox(request, { cite, answer = null, keys = [] }) {
  /** @param {Words.Key} word @param {boolean} decline @param {string | undefined} key */
  const button = (word, decline, key) => h("button", {
    type: "button", class: decline ? "decline" : ["consent", request.waives ? "danger" : "primary"], onclick: () => answer?.(decline),
  }, t(word), key && [" ", h("kbd", {}, key)]);
  return h("section", { class: ["panel", "request", request.waives && "waives"], role: "alert", data: { patron: request.patron } },
    h("div", { class: "asked" },
      h("p", { class: "top" }, h("b", {}, t("squeeze.asks", { who: request.patron })), " ", request.cite && cite(request.cite)),
      h("ul", { class: "asked-for" }, request.cards.map((card) => h("li", {}, squeezedName(card)))),
      request.waives && h("p", { class: "warning" }, t("squeeze.warning"), " ", cite(request.waives))),
    answer && h("div", { class: "answers" }, button("squeeze.consent", false, keys[0]), button("squeeze.decline", true, keys[1])));
}
