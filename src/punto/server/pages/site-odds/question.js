// The question to the pricer: a shoe, the cards of the round so far, and what is known of its places, as somebody typed them.

import { fresh, ofRanks, readCards } from "../lib/card-counts.js";
import { SIGNS } from "../lib/composition.js";
import { readKnown } from "../lib/known-places.js";

/** @typedef {import("../lib/composition.js").Shoe} Shoe */

/** Where something may be known, in the order of the fields. */
export const PLACES = /** @type {const} */ (["player1", "banker1", "player2", "banker2", "player", "banker"]);

/** @typedef {Record<(typeof PLACES)[number], string>} KnownFields */

/** @returns {KnownFields} */
export const nothingTyped = () => ({ player1: "", banker1: "", player2: "", banker2: "", player: "", banker: "" });

/** The question to priceSheet; throws Unpriceable where a field cannot be read. @param {Shoe} shoe @param {number} decks @param {string} cards @param {KnownFields} fields */
export function questionOf(shoe, decks, cards, fields) {
  const typed = Object.entries(fields).filter(([, what]) => what.trim());
  return {
    counts: shoe.fresh ? fresh(decks) : ofRanks(SIGNS.map((sign) => shoe.counts[sign])),
    decks: shoe.fresh ? decks : null,
    cards: readCards(cards),
    knownCards: readKnown(Object.fromEntries(typed)),
  };
}

/** Whether anything of the round is known, so that figures are no longer those of a whole round. @param {string} cards @param {KnownFields} fields */
export const isConditional = (cards, fields) => [cards, ...Object.values(fields)].some((typed) => typed.trim() !== "");
