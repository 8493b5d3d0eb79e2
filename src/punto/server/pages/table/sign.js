// The table sign: what a table says about itself, and the seal of its shoe.

import { h, put } from "../lib/element.js";
import { pick, t } from "../lib/i18n.js";
import { money } from "../lib/money.js";

/** An edition is named by its date; where the document has none, by a word. */
const editionName = (edition) => ({ undated: t("edition.undated"), common: t("edition.common") })[edition] ?? edition;

export function drawSign(place, view, felt) {
  const sign = view.sign;
  if (!sign) return void put(place);
  const row = (name, ...value) => h("div", { class: "fact" }, h("dt", {}, name), h("dd", {}, value));
  put(place, h("dl", { class: "facts" },
    row(t("sign.document"), pick(felt.title), h("br"), h("span", { class: "small quiet-text" }, t("sign.edition", { e: editionName(felt.edition) }))),
    row(t("sign.stake"), sign.stake_max ? t("limit.range", { least: money(sign.stake_min), most: money(sign.stake_max) }) : t("limit.from", { least: money(sign.stake_min) })),
    Object.entries(sign.bet_limits).map(([id, [least, most]]) => row(pick(felt.bets.find((bet) => bet.id === id)?.name), t("limit.range", { least: money(least), most: money(most) }))),
    sign.differential_max !== null && row(t("sign.differential"), money(sign.differential_max)),
    felt.commission && row(t("sign.commission"), sign.commission ?? felt.commission.rate),
    !sign.insurance && row(t("sign.insurance"), t("sign.insurance.none")),
    row(t("sign.decks"), sign.decks),
    row(t("sign.rounding"), t(`sign.rounding.${sign.rounding}`)),
    view.shoe?.commitment && row(t("sign.commitment"), h("code", { class: "seal", title: view.shoe.commitment }, `${view.shoe.commitment.slice(0, 16)}…`))));
}
