// The table sign: what a table says about itself, and the seal of its shoe.

import { h } from "../lib/element.js";
import { put } from "../lib/put.js";
import { pick, t } from "../lib/i18n.js";
import { money } from "../lib/money.js";
import { readingMark } from "../lib/readings.js";
import { keepSeal } from "./seal.js";

/** An edition is named by its date; where the document has none, by a word. */
const editionName = (edition) => ({ undated: t("edition.undated"), common: t("edition.common") })[edition] ?? edition;

const range = (least, most) => (most === null ? t("limit.from", { least: money(least) }) : t("limit.range", { least: money(least), most: money(most) }));

/** @param {HTMLElement} place @param {import("./table.js").Room} room */
export function drawSign(place, room) {
  const { view, felt, id } = room;
  const { sign, shoe } = view;
  keepSeal(id, shoe);
  const key = JSON.stringify([sign, felt.sha256, shoe?.commitment, document.documentElement.lang]);
  if (key === place.dataset.shows) return;
  place.dataset.shows = key;
  if (!sign) return void put(place);
  const row = (name, ...value) => h("div", { class: "fact", data: { sign: name } }, h("dt", {}, t(`sign.${name}`)), h("dd", {}, value));
  const layout = felt.layouts.find((one) => one.id === sign.layout) ?? felt.layouts[0];
  put(place, h("dl", { class: "facts" },
    row("document", pick(felt.title), h("br"), h("span", { class: "small quiet-text" }, t("sign.edition", { e: editionName(felt.edition) }))),
    row("layout", pick(layout.name), readingMark(layout.cite)),
    row("stake", range(sign.stake_min, sign.stake_max)),
    Object.entries(sign.bet_limits).map(([bet, [least, most]]) => h("div", { class: "fact" }, h("dt", {}, pick(felt.bets.find((one) => one.id === bet)?.name)), h("dd", {}, range(least, most)))),
    sign.differential_max !== null && row("differential", money(sign.differential_max)),
    sign.limits === "observed" && row("limits", t("sign.limits.observed")),
    felt.commission && row("commission", room.commission, readingMark(felt.commission.cite)),
    !sign.insurance && row("insurance", t("sign.insurance.none")),
    row("decks", sign.decks, readingMark(felt.decks.cite)),
    row("rounding", t(`sign.rounding.${sign.rounding}`)),
    shoe?.commitment && row("commitment", h("code", { class: "seal" }, shoe.commitment))),
  (room.tray.seal.offered) && room.tray.seal.button());
}
