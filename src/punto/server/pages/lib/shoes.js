// Closed shoes held to what was promised before their first bet, by whoever wants to: in this browser and by nobody's word.

import { bytesOf, entropyCommitment, entropySeed, houseCut, mixedOrder } from "./entropy.js";
import { sha256 } from "./sha256.js";

/** @typedef {{patron: string, box: number, account: string, commitment: string, entropy: string | null}} Seat */

/**
 * @typedef {object} Shoe
 * @property {number} number @property {string} source @property {number} decks @property {string | null} commitment @property {boolean} seeded
 * @property {number} opened @property {number} cut @property {(string | null | string[])[]} out @property {string | null} order
 * @property {string | null} salt @property {number | null} closed @property {string} table @property {string} cutBy
 * @property {Seat[]} seats @property {string | null} dealtAs the commitment to the order as the seats have mixed it
 * @property {Stage[]} stages how long seats could commit and reveal, where the house had said for how long
 */

/** @typedef {{had: number, said: number}} Stage in seconds */

/** Two clocks of a house differ by so much, or one is set, and nothing is said. */
const CLOCKS = 0.5;

/** @param {string} from @param {string} to */
const secondsBetween = (from, to) => (Date.parse(to) - Date.parse(from)) / 1000;

/** Whether seats had the time that was said; null where nothing was, or a clock was set back meanwhile. @param {Stage[]} stages */
export function timely(stages) {
  if (!stages.length || stages.some((stage) => stage.had < 0)) return null;
  return stages.every((stage) => stage.had + CLOCKS >= stage.said);
}

/**
 * The shoes in a run of events, each with what was promised, what was revealed and the cards that came out of it in order.
 * @param {Api.ClosedShoeView["events"]} events
 */
export function shoesIn(events) {
  /** @type {Shoe[]} */
  const shoes = [];
  /** @type {Shoe | null} */
  let now = null;
  /** When the stage at hand began, and how long each was to be. @type {{since: string, said: (number | undefined)[]}} */
  let stage = { since: "", said: [] };
  for (const one of events) {
    if (one.kind === "shoe_opened") {
      now = { number: one.number, source: one.cards, decks: one.decks, commitment: one.commitment, seeded: one.seeded, opened: one.version, cut: 0, out: [], order: null, salt: null, closed: null, table: one.table, cutBy: "", seats: [], dealtAs: null, stages: [] };
      shoes.push(now);
      stage = { since: one.at, said: [one.cut_seconds, one.reveal_seconds] };
    } else if (!now) continue;
    else if (one.kind === "shoe_cut") Object.assign(now, { cut: one.place, cutBy: one.patron });
    else if (one.kind === "entropy_committed") now.seats.push({ patron: one.patron, box: one.box, account: one.account, commitment: one.commitment, entropy: null });
    else if (one.kind === "entropy_revealed") {
      const seat = now.seats.find((each) => each.box === one.box);
      if (seat) seat.entropy = one.entropy;
    } else if (one.kind === "entropy_closed") {
      if (stage.said[0] !== undefined) now.stages.push({ had: secondsBetween(stage.since, one.at), said: stage.said[0] });
      stage.since = one.at;
    } else if (one.kind === "shoe_mixed") {
      now.dealtAs = one.commitment;
      // Where all have revealed nobody waited longer.
      if (one.left_out.length && stage.said[1] !== undefined) now.stages.push({ had: secondsBetween(stage.since, one.at), said: stage.said[1] });
    } else if (one.kind === "cards_burned") now.out.push(one.card, ...Array(one.unseen).fill(null));
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
 * `mixed` is null where no seat had a part in the order, else whether the order dealt follows from the seats' bytes.
 * @returns {Promise<{commitment: string, kept: boolean, dealt: number, followed: boolean, whole: boolean, mixed: boolean | null}>}
 */
export async function verifyShoe(shoe) {
  const commitment = await sha256(`${shoe.salt}\n${shoe.order}`);
  const sealed = (shoe.order ?? "").split(" ");
  const { order, mixed } = await orderDealt(shoe, sealed);
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
  /** @type {Map<string, number>} */
  const each = new Map();
  for (const card of sealed) each.set(card, (each.get(card) ?? 0) + 1);
  const whole = order.length === shoe.decks * 52 && each.size === 52 && [...each.values()].every((count) => count === shoe.decks);
  return { commitment, kept: commitment === shoe.commitment, dealt: place, followed, whole, mixed };
}

/** The order that follows from the sealed one and the bytes that were revealed. @param {Shoe} shoe @param {string[]} sealed */
async function orderDealt(shoe, sealed) {
  const name = { table: shoe.table, number: shoe.number, commitment: shoe.commitment ?? "" };
  let right = shoe.cutBy !== "house" || shoe.cut === await houseCut(shoe.salt ?? "", sealed.length);
  /** @type {Map<number, Uint8Array>} */
  const revealed = new Map();
  for (const seat of shoe.seats) {
    if (seat.entropy === null) continue;
    revealed.set(seat.box, bytesOf(seat.entropy));
    right &&= seat.commitment === await entropyCommitment(name, seat.box, seat.account, bytesOf(seat.entropy));
  }
  const order = revealed.size ? await mixedOrder(sealed, await entropySeed(name, revealed)) : sealed;
  if (shoe.dealtAs !== null) right &&= shoe.dealtAs === await sha256(`${shoe.salt}\n${order.join(" ")}`);
  return { order, mixed: right && !revealed.size ? null : right };
}
