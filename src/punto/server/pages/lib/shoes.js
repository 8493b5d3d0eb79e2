// Closed shoes held to what was promised before their first bet, by whoever wants to: in this browser and by nobody's word.

import { sha256 } from "./sha256.js";

/**
 * @typedef {object} Shoe
 * @property {number} number @property {string} source @property {number} decks @property {string | null} commitment @property {boolean} seeded
 * @property {number} opened @property {number} cut @property {(string | null | string[])[]} out @property {string | null} order
 * @property {string | null} salt @property {number | null} closed
 */

/**
 * The shoes in a run of events, each with what was promised, what was revealed and the cards that came out of it in order.
 * @param {Api.ClosedShoeView["events"]} events
 */
export function shoesIn(events) {
  /** @type {Shoe[]} */
  const shoes = [];
  /** @type {Shoe | null} */
  let now = null;
  for (const one of events) {
    if (one.kind === "shoe_opened") {
      now = { number: one.number, source: one.cards, decks: one.decks, commitment: one.commitment, seeded: one.seeded, opened: one.version, cut: 0, out: [], order: null, salt: null, closed: null };
      shoes.push(now);
    } else if (!now) continue;
    else if (one.kind === "shoe_cut") now.cut = one.place;
    else if (one.kind === "cards_burned") now.out.push(one.card, ...Array(one.unseen).fill(null));
    else if (one.kind === "card_drawn" && !one.aside) now.out.push(one.card);
    else if (one.kind === "cards_set_aside" || one.kind === "cards_discarded") now.out.push(one.cards.split(" "));
    else if (one.kind === "shoe_closed") {
      Object.assign(now, { order: one.order, salt: one.salt, closed: one.version });
      now = null;
    }
  }
  return shoes;
}

/**
 * Hold a closed shoe to its commitment, and every card that was dealt to the revealed order.
 * @param {Shoe} shoe
 * @returns {Promise<{commitment: string, kept: boolean, dealt: number, followed: boolean, whole: boolean}>}
 */
export async function verifyShoe(shoe) {
  const commitment = await sha256(`${shoe.salt}\n${shoe.order}`);
  const order = (shoe.order ?? "").split(" ");
  let place = 0;
  let followed = true;
  const next = () => order[(shoe.cut + place++) % order.length];
  for (const card of shoe.out) {
    if (Array.isArray(card)) {
      // Cards that came out together may have been put in another order by whoever decided.
      const came = card.map(next).sort().join(" ");
      followed &&= came === [...card].sort().join(" ");
    } else {
      const came = next();
      followed &&= card === null || card === came;
    }
  }
  const each = new Map();
  for (const card of order) each.set(card, (each.get(card) ?? 0) + 1);
  const whole = order.length === shoe.decks * 52 && each.size === 52 && [...each.values()].every((count) => count === shoe.decks);
  return { commitment, kept: commitment === shoe.commitment, dealt: place, followed, whole };
}
