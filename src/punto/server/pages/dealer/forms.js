// The dealer's forms: to put chips down for a patron, and what goes on between a patron and the table.

import { get } from "../lib/api.js";
import { h } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { money } from "../lib/money.js";
import { say } from "../lib/toast.js";
import { betName } from "../lib/bet-name.js";
import { choose, field } from "./dialog.js";
import { boxesOf, patronsHere } from "./page.js";

/** @typedef {import("./page.js").Page} Page */

/** @param {Page} page @param {Draw.Attributes<HTMLInputElement>} [more] */
const patronField = (page, more = {}) => [
  field(t("patron"), h("input", { name: "patron", required: true, maxlength: 60, list: "patrons-here", autocomplete: "off", ...more })),
  h("datalist", { id: "patrons-here" }, patronsHere(page).map((name) => h("option", { value: name }))),
];

/** Chips put down by the dealer at a patron's word. @param {Page} page */
export function betForm(page) {
  const { sign } = page.view;
  if (!sign) return;
  const boxes = boxesOf(page).map((n) => /** @type {[string, string]} */ ([String(n), String(n)]));
  const bets = () => Object.keys(page.bets.names).map((id) => /** @type {[string, string]} */ ([id, betName(page.bets.names, id)]));
  page.open({
    title: () => t("put.title"),
    word: () => t("put.send"),
    body: () => [
      patronField(page),
      h("div", { class: "pair", key: "where" },
        field(t("report.box"), choose("box", boxes, "1")),
        field(t("put.stance"), choose("stance", [["seated", t("seated")], ["standing", t("standing")]], "seated"))),
      h("div", { class: "pair", key: "what" },
        field(t("bet"), choose("bet", bets(), bets()[0]?.[0] ?? "")),
        field(t("stake"), h("input", { name: "stake", type: "number", min: sign.chip, step: sign.chip, required: true, value: sign.stake_min }))),
    ],
    send: (values) => page.give("place_bet", {
      patron: values.patron.trim(), box: Number(values.box), stance: values.stance === "seated" ? "seated" : "standing", bet: values.bet, stake: Number(values.stake),
    }),
  });
}

/** @typedef {"buy_in" | "cash_out" | "walk_away" | "cut_shoe"} Doing */

/** What a dealer may do for a patron now, besides betting. @param {Page} page @returns {Doing[]} */
function doings({ view, may }) {
  const cut = view.shoe?.source === "virtual" && view.shoe.untouched && view.phase === "ready";
  const playing = ["betting", "dealing"].includes(view.phase) && Boolean(view.coup?.bets.length);
  const wallets = Boolean(view.sign?.wallets);
  const now = { buy_in: wallets, cash_out: wallets, walk_away: playing, cut_shoe: cut };
  return /** @type {Doing[]} */ (Object.keys(now)).filter((name) => now[name] && may(name));
}

/** @param {Page} page */
export const mayHelp = (page) => doings(page).length > 0;

/** @param {Page} page @param {Doing} doing @param {Record<string, string>} values */
function give(page, doing, { patron, amount, place }) {
  switch (doing) {
    case "walk_away":
      return page.give(doing, { patron });
    case "cut_shoe":
      return page.give(doing, { patron, place: Number(place) });
    default:
      return page.give(doing, { patron, amount: Number(amount) });
  }
}

/** Chips for cash and back, who has left, who cuts the shoe: at a patron's word. @param {Page} page */
export function peopleForm(page) {
  const names = doings(page);
  const decks = page.view.shoe?.decks ?? 0;
  /** @type {{what: Doing, holds: Api.WalletView | null, soon: number}} */
  const state = { what: names[0], holds: null, soon: 0 };
  const look = (/** @type {HTMLInputElement} */ input) => {
    state.holds = null;
    clearTimeout(state.soon);
    page.redraw();
    if (!input.value.trim() || !page.view.sign?.wallets) return;
    state.soon = setTimeout(async () => {
      const patron = input.value.trim();
      const holds = await holding(page, patron);
      if (!holds || input.value.trim() !== patron) return;
      state.holds = holds;
      page.redraw();
    }, 250);
  };
  page.open({
    title: () => t("dealer.people"),
    word: () => t("chips.send"),
    body: () => [
      field(t("chips.do"), choose("what", names.map((name) => [name, t(`chips.${name}`)]), state.what,
        { onchange: (event) => { state.what = names[event.currentTarget.selectedIndex]; page.redraw(); } })),
      patronField(page, { oninput: (event) => look(event.currentTarget) }),
      h("p", { class: "holds quiet-text", role: "status" }, state.holds && holdsLine(state.holds)),
      (state.what === "buy_in" || state.what === "cash_out") && field(t("chips.amount"), h("input", { name: "amount", type: "number", min: 1, step: 1, required: true })),
      state.what === "cut_shoe" && field(t("chips.place"), h("input", { name: "place", type: "number", min: 1, max: decks * 52 - 1, step: 1, required: true, value: decks * 26 })),
    ],
    send: async (values) => {
      const who = values.patron.trim();
      await give(page, state.what, { ...values, patron: who });
      say(t(`chips.did.${state.what}`, { who, n: money(Number(values.amount ?? 0)) }), { tone: "good" });
    },
  });
}

/** @param {Page} page @param {string} patron @returns {Promise<Api.WalletView | null>} */
const holding = (page, patron) => get(`/api/dealer/${encodeURIComponent(page.view.table)}/wallets/${encodeURIComponent(patron)}`).catch(() => null);

/** What a patron has in the wallet; and that there is nobody of that name, before chips go to a slip of the hand. @param {Api.WalletView} holds */
const holdsLine = ({ account, wallet }) => (account || wallet ? t("chips.holds", { n: money(wallet) }) : h("span", { class: "warning" }, t("chips.holds.none")));
