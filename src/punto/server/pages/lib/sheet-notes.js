// A sheet's notes. The house writes them in English; on a Chinese page their figures stand in a sentence of ours.

import { h } from "./element.js";
import { language, t, wordOf } from "./i18n.js";

/** @typedef {(parts: string[], bet: (name: string) => string) => string} Sentence of a note's parts; `bet` gives a bet's Chinese name for its English one */

/** Each kind of note by its shape, and what it says in Chinese. @type {[RegExp, Sentence][]} */
const SHAPES = [
  [/^Insuring (Player|Banker) .+?: (\S+) \((\S+) %\) when every .+?, (\S+) \((\S+) %\) when only/, ([side, every, everyPct, some, somePct]) =>
    t("note.insuring", { hand: t(side === "Player" ? "player" : "banker"), every, everyPct, some, somePct })],
  [/^(.+) is not priced: it looks at (\w+),/, ([name, what], bet) => t("note.unpriced", { bet: bet(name), what: wordOf("note.what.", what) })],
  [/^(\d+) insurance offers? (?:is|are) out of reach/, ([n]) => t("note.unreached", { n })],
];

/** A note in the page's language; one of a shape we do not know stays as it is. @param {string} note @param {Api.RulebookView} book @returns {Draw.Child} */
export function noteOf(note, book) {
  const bet = (/** @type {string} */ name) => book.bets.find((row) => row.name.en === name)?.name.zh ?? name;
  for (const [shape, sentence] of language() === "zh" ? SHAPES : []) {
    const match = shape.exec(note);
    if (match) return sentence(match.slice(1), bet);
  }
  return h("span", { lang: "en" }, note);
}
