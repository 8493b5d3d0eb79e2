// Squeezes in words, and a request for one as it is shown to whoever answers it.

import { h } from "./element.js";
import { add, t } from "./i18n.js";

add({
  en: {
    "squeezed.player": "Player’s cards", "squeezed.banker": "Banker’s cards", "squeezed.player_third": "Player’s third card", "squeezed.banker_third": "Banker’s third card",
    "squeezed.banker_third_first": "Banker’s third card before Player’s is opened", "squeezed.expose_banker_third": "Player’s third card once Banker’s is exposed",
    "squeeze.asks": "{who} asks to squeeze", "squeeze.consent": "Consent", "squeeze.decline": "Decline",
    "squeeze.warning": "Consent waives insurance after Player’s third card for everybody this round.",
  },
  zh: {
    "squeezed.player": "閒家首兩張牌", "squeezed.banker": "庄家首兩張牌", "squeezed.player_third": "閒家補牌", "squeezed.banker_third": "庄家補牌",
    "squeezed.banker_third_first": "庄家補牌，先於閒家補牌揭開", "squeezed.expose_banker_third": "閒家補牌，先公開庄家補牌",
    "squeeze.asks": "{who} 要求瞇牌", "squeeze.consent": "同意", "squeeze.decline": "拒絕",
    "squeeze.warning": "一經同意，本局所有玩家均放棄閒家補牌後的保險。",
  },
});

export const squeezedName = (card) => t(`squeezed.${card}`);

/** Requests that wait, as they are answered: what waives nothing together for each patron, the others one by one. */
export function waitingRequests(coup) {
  const found = new Map();
  for (const { patron, card, cite, waives } of (coup?.requests ?? []).filter((one) => !one.answer)) {
    const key = JSON.stringify(waives ? [patron, card] : [patron]);
    if (found.has(key)) found.get(key).cards.push(card);
    else found.set(key, { patron, cards: [card], cite, waives });
  }
  return [...found.values()];
}

/** Each card of a request is answered by a command of its own: its fields. */
export const answersTo = (request, decline) => request.cards.map((card) => ({ patron: request.patron, card, decline }));

/** The keys for yes and no. What waives something has a yes of its own: nobody says it by pressing the other twice. */
export const keysOf = (request) => (request.waives ? ["W", "N"] : ["Y", "N"]);

/** Who asks for what, by which paragraph, what it would waive; and the answers, for those who may give them. */
export function requestBox(request, { cite, answer = null, keys = [] }) {
  const button = (word, decline, key) => h("button", { type: "button", class: decline ? "decline" : ["consent", request.waives ? "danger" : "primary"], onclick: () => answer(decline) }, t(word), key && [" ", h("kbd", {}, key)]);
  return h("section", { class: ["panel", "request", request.waives && "waives"], role: "alert", data: { patron: request.patron } },
    h("div", { class: "asked" },
      h("p", { class: "top" }, h("b", {}, t("squeeze.asks", { who: request.patron })), " ", request.cite && cite(request.cite)),
      h("ul", { class: "asked-for" }, request.cards.map((card) => h("li", {}, squeezedName(card)))),
      request.waives && h("p", { class: "warning" }, t("squeeze.warning"), " ", cite(request.waives))),
    answer && h("div", { class: "answers" }, button("squeeze.consent", false, keys[0]), button("squeeze.decline", true, keys[1])));
}
