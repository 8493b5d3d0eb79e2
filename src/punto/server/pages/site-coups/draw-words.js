// Why a hand drew or stood, in the page's language, from the cards themselves.

import { t } from "../lib/i18n.js";

/** @typedef {import("../lib/site.js").CoupSteps} CoupSteps */
/** @typedef {import("../lib/site.js").DrawStep} DrawStep */

/** What a card counts. @param {string} card */
export const points = (card) => { const at = "A23456789".indexOf(card[0]); return at + 1; };

/** @param {string[]} cards */
export const total = (cards) => cards.reduce((sum, card) => sum + points(card), 0) % 10;

/** @param {CoupSteps} steps @param {DrawStep} step */
export function whyWords(steps, step) {
  const hand = steps[step.side].split(" ");
  const n = total(hand.slice(0, 2));
  if (steps.draws.length === 1) return t("coup.natural", { n });
  const ends = step.draws ? "draws" : "stands";
  if (step.side === "player") return t(`coup.player.${ends}`, { n });
  const third = steps.player.split(" ")[2];
  return third ? t(`coup.third.${ends}`, { n, third: points(third) }) : t(`coup.alone.${ends}`, { n });
}
