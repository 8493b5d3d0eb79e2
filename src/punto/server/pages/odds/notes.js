// A sheet's notes. The house writes them in English; on a Chinese page their figures stand in a sentence of ours.

import { h } from "../lib/element.js";
import { language, t } from "../lib/i18n.js";

/** Each kind of note by its shape, and what it says in Chinese. `bet` gives a bet's Chinese name for its English one. */
const SHAPES = [
  [/^Insuring (Player|Banker) .+?: (\S+) \((\S+) %\) when every .+?, (\S+) \((\S+) %\) when only/, ([side, every, everyPct, some, somePct]) =>
    t("note.insuring", { hand: t(side.toLowerCase()), every, everyPct, some, somePct })],
  [/^(.+) is not priced: it looks at (\w+),/, ([name, what], bet) => t("note.unpriced", { bet: bet(name), what: t(`note.what.${what}`) })],
  [/^(\d+) insurance offers? (?:is|are) out of reach/, ([n]) => t("note.unreached", { n })],
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
