// Verification in the browser: the chain of a whole log, and a closed shoe against what was promised before its first bet.
// Nothing here asks the server whether it is right; it only reads the log.

import { sha256 } from "/assets/lib/sha256.js";

const GENESIS = "0".repeat(64);

/** The records of an exported log, and where it says it ends. */
export function readLog(text) {
  const lines = text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  return { records: lines.filter((line) => line.line === "event").map((line) => line.event), head: lines.at(-1)?.head ?? null };
}

/** What an event's hash is taken over, as the log's keeper writes it. */
const content = (one) => JSON.stringify([one.previous_hash, one.table, one.version, one.at, one.by, one.acting, one.command_id, one.kind, one.schema, one.body,
  one.postings.map((posting) => [posting.account, posting.amount])]);

/**
 * Walk the chain. @returns {Promise<{whole: boolean, events: number, hash: string, fault?: {version: number, why: string}}>}
 * `progress` is told how far it came.
 */
export async function verifyChain({ records, head }, progress = () => {}) {
  let last = GENESIS;
  let version = 0;
  const wrong = (why) => ({ whole: false, events: version, hash: last, fault: { version: version + 1, why } });
  for (const one of records) {
    if (one.version !== version + 1) return wrong("number");
    if (one.previous_hash !== last) return wrong("link");
    if ((await sha256(content(one))) !== one.hash) return wrong("hash");
    if (one.postings.reduce((sum, posting) => sum + posting.amount, 0) !== 0) return wrong("money");
    last = one.hash;
    version = one.version;
    if (version % 250 === 0) progress(version / records.length);
  }
  if (!head || head.version !== version || head.hash !== last) return wrong("head");
  return { whole: true, events: version, hash: last };
}

/** The shoes of a log, each with what was promised, what was revealed and the cards that came out of it in order. */
export function shoesOf(records) {
  const shoes = [];
  let now = null;
  for (const one of records) {
    const body = JSON.parse(one.body);
    if (one.kind === "shoe_opened") {
      now = { number: body.number, source: body.cards, decks: body.decks, commitment: body.commitment, seeded: body.seeded, opened: one.version, cut: 0, out: [], order: null, salt: null, closed: null };
      shoes.push(now);
    } else if (!now) continue;
    else if (one.kind === "shoe_cut") now.cut = body.place;
    else if (one.kind === "cards_burned") now.out.push(body.card, ...Array(body.unseen).fill(null));
    else if (one.kind === "card_drawn" && !body.aside) now.out.push(body.card);
    else if (one.kind === "cards_set_aside" || one.kind === "cards_discarded") now.out.push(body.cards.split(" "));
    else if (one.kind === "shoe_closed") {
      Object.assign(now, { order: body.order, salt: body.salt, closed: one.version });
      now = null;
    }
  }
  return shoes;
}

/**
 * Hold a closed shoe to its commitment, and every card that was dealt to the revealed order.
 * @returns {Promise<{commitment: string, kept: boolean, dealt: number, followed: boolean, whole: boolean}>}
 */
export async function verifyShoe(shoe) {
  const commitment = await sha256(`${shoe.salt}\n${shoe.order}`);
  const order = shoe.order.split(" ");
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
