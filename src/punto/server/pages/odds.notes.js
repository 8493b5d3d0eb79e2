// A sheet's notes. The house writes them in English; on a Chinese page their figures stand in a sentence of ours.

import { h } from "/assets/lib/element.js";
import { language, t } from "/assets/lib/i18n.js";

const WHAT = { ranks: "點數", suits: "花色" };

/** Each kind of note by its shape, and what it says in Chinese. `bet` gives a bet's Chinese name for its English one. */
const SHAPES = [
  [/^Insuring (Player|Banker) .+?: (\S+) \((\S+) %\) when every .+?, (\S+) \((\S+) %\) when only/, ([side, every, everyPct, some, somePct]) => {
    const hand = t(side.toLowerCase());
    return `以上限投保${hand}，每局每單位${hand}注，賭場收益增加：每次均投保為 ${every}（${everyPct} %）；從不投保為 0/1；只在對玩家有利時投保為 ${some}（${somePct} %）。`;
  }],
  [/^(.+) is not priced: it looks at (\w+),/, ([name, what], bet) => `${bet(name)}未能計算：須視乎${WHAT[what]}，而此牌靴只列張數。`],
  [/^(\d+) insurance offers? (?:is|are) out of reach/, ([count]) => `有 ${count} 項保險以此牌靴不會出現，未有列出。`],
];

/** A note in the page's language; one of a shape we do not know stays as it is. */
export function noteOf(note, book) {
  const bet = (name) => book.bets.find((one) => one.name.en === name)?.name.zh ?? name;
  for (const [shape, told] of language() === "zh" ? SHAPES : []) {
    const found = shape.exec(note);
    if (found) return told(found.slice(1), bet);
  }
  return h("span", { lang: "en" }, note);
}
