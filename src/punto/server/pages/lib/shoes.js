// Closed shoes verified against the commitments published before their first bet, in this browser alone.

import { bytesOf, entropyCommitment, entropySeed, houseCut, mixedOrder } from "./entropy.js";
import { sha256 } from "./sha256.js";

/** @typedef {{patron: string, box: number, account: string, commitment: string, entropy: string | null}} Seat */

/**
 * @typedef {object} Shoe
 * @property {number} number @property {string} source @property {number} decks @property {string | null} commitment @property {boolean} seeded
 * @property {number} opened @property {number} cut @property {(string | null | string[])[]} out @property {string | null} order
 * @property {string | null} salt @property {number | null} closed @property {string} table @property {string} cutBy
 * @property {Seat[]} seats @property {string | null} dealtAs the commitment to the order as the seats have mixed it
 * @property {Stage[]} stages how long seats could commit and reveal, where the house had announced a time
 */

/** @typedef {{had: number, planned: number}} Stage in seconds */

/** So far two clocks of a house may differ, in seconds. */
const CLOCKS = 0.5;

/** @param {string} from @param {string} to */
const secondsBetween = (from, to) => (Date.parse(to) - Date.parse(from)) / 1000;

/** Whether seats had the announced time; null where none was announced, or a clock was set back meanwhile. @param {Stage[]} stages */
export function timely(stages) {
  if (!stages.length || stages.some((stage) => stage.had < 0)) return null;
  return stages.every((stage) => stage.had + CLOCKS >= stage.planned);
}

/**
 * The shoes in a run of events, each with its commitment, what was revealed and the cards that came out of it in order.
 * @param {Api.ClosedShoeView["events"]} events
 */
export function shoesIn(events) {
  /** @type {Shoe[]} */
  const shoes = [];
  /** @type {Shoe | null} */
  let now = null;
  /** When the stage at hand began, and how long each was to be. @type {{since: string, planned: (number | undefined)[]}} */
  let stage = { since: "", planned: [] };
  for (const event of events) {
    if (event.kind === "shoe_opened") {
      now = { number: event.number, source: event.cards, decks: event.decks, commitment: event.commitment, seeded: event.seeded, opened: event.version, cut: 0, out: [], order: null, salt: null, closed: null, table: event.table, cutBy: "", seats: [], dealtAs: null, stages: [] };
      shoes.push(now);
      stage = { since: event.at, planned: [event.cut_seconds, event.reveal_seconds] };
    } else if (!now) continue;
    else if (event.kind === "shoe_cut") Object.assign(now, { cut: event.place, cutBy: event.patron });
    else if (event.kind === "entropy_committed") now.seats.push({ patron: event.patron, box: event.box, account: event.account, commitment: event.commitment, entropy: null });
    else if (event.kind === "entropy_revealed") {
      const seat = now.seats.find((each) => each.box === event.box);
      if (seat) seat.entropy = event.entropy;
    } else if (event.kind === "entropy_closed") {
      if (stage.planned[0] !== undefined) now.stages.push({ had: secondsBetween(stage.since, event.at), planned: stage.planned[0] });
      stage.since = event.at;
    } else if (event.kind === "shoe_mixed") {
      now.dealtAs = event.commitment;
      // Where all have revealed nobody waited longer.
      if (event.left_out.length && stage.planned[1] !== undefined) now.stages.push({ had: secondsBetween(stage.since, event.at), planned: stage.planned[1] });
    } else if (event.kind === "cards_burned") now.out.push(event.card, ...Array(event.unseen).fill(null));
    else if (event.kind === "card_drawn" && !event.aside) now.out.push(event.card);
    else if (event.kind === "cards_set_aside" || event.kind === "cards_discarded") now.out.push(event.cards.split(" "));
    else if (event.kind === "shoe_closed") {
      Object.assign(now, { order: event.order, salt: event.salt, closed: event.version });
      now = null;
    }
  }
  return shoes;
}

/**
 * Verify a closed shoe against its commitment, and every card that was dealt against the revealed order.
 * @param {Shoe} shoe
 * `mixed` is null where no seat had a part in the order, else whether the order dealt follows from the seats' bytes.
 * @returns {Promise<{commitment: string, sealHolds: boolean, dealt: number, followed: boolean, whole: boolean, mixed: boolean | null}>}
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
  return { commitment, sealHolds: commitment === shoe.commitment, dealt: place, followed, whole, mixed };
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
