// The table sign: what a table says about itself, and the seal of its shoe.

import { h } from "../lib/element.js";
import { pick, t } from "../lib/i18n.js";
import { money } from "../lib/money.js";
import { readingMark } from "../lib/readings.js";
import { range } from "./limit-words.js";

/** An edition is named by its date; where the document has none, by a word. @param {string} edition */
const editionName = (edition) => (edition === "undated" || edition === "common" ? t(`edition.${edition}`) : edition);

/** @typedef {"document" | "layout" | "stake" | "differential" | "limits" | "commission" | "insurance" | "decks" | "rounding" | "alone" | "commitment" | "mixed"} Row */

/** @param {Row} name @param {...Draw.Child} value */
const row = (name, ...value) => h("div", { class: "fact", key: name, data: { sign: name } }, h("dt", {}, t(`sign.${name}`)), h("dd", {}, value));

/** Which seats had a part in the order of the shoe that is dealt from; none where it is the house's alone. @param {Api.ShoeView} shoe */
function mixedBy({ mixing }) {
  const boxes = (mixing?.seats ?? []).filter((seat) => seat.revealed).map((seat) => `${seat.box} (${seat.patron})`);
  return boxes.length ? t("seal.mixed.by", { boxes: boxes.join(", ") }) : t("seal.mixed.house");
}

/** @param {import("./room.js").Room} room @returns {Draw.Child} */
export function sign(room) {
  const { view: { sign, shoe }, felt, seal, heads } = room;
  if (!sign) return null;
  const layout = felt.layouts.find((layout) => layout.id === sign.layout) ?? felt.layouts[0];
  const own = Object.entries(sign.bet_limits).map(([bet, [least, most]]) => h("div", { class: "fact", key: `bet ${bet}` },
    h("dt", {}, pick(felt.bets.find((row) => row.id === bet)?.name)), h("dd", {}, range({ least, most }))));
  return [
    h("dl", { class: "facts" },
      row("document", pick(felt.title), h("br"), h("span", { class: "small quiet-text" }, t("sign.edition", { e: editionName(felt.edition) }))),
      row("layout", pick(layout.name), readingMark(layout.cite)),
      row("stake", range({ least: sign.stake_min, most: sign.stake_max })),
      own,
      sign.differential_max !== null && row("differential", money(sign.differential_max)),
      sign.limits === "observed" && row("limits", t("sign.limits.observed")),
      felt.commission && row("commission", room.commission, readingMark(felt.commission.cite)),
      !sign.insurance && row("insurance", t("sign.insurance.none")),
      row("decks", sign.decks, readingMark(felt.decks.cite)),
      row("rounding", t(`sign.rounding.${sign.rounding}`)),
      sign.alone_max !== undefined && row("alone", money(sign.alone_max)),
      shoe?.commitment && row("commitment", h("code", { class: "seal" }, shoe.commitment)),
      shoe?.commitment && (!shoe.mixing || shoe.mixing.stage === "mixed") && row("mixed", mixedBy(shoe))),
    seal.offered && seal.button(),
    heads?.view(),
  ];
}
