// The bytes by which seats mix a shoe, and the order that follows from them: docs/shoe.md, step by step.

import { joined } from "./fields.js";
import { digest, hex } from "./sha256.js";

/** @typedef {{table: string, number: number, commitment: string}} ShoeName */

/** SHA-256 over fields, each with its length before it. @param {...(string | Uint8Array)} fields */
const hashed = (...fields) => digest(joined(...fields));

/** @param {string} text */
export const bytesOf = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** What a seat shows before its bytes. @param {ShoeName} shoe @param {number} box @param {string} account @param {Uint8Array} entropy */
export async function entropyCommitment(shoe, box, account, entropy) {
  return hex(await hashed("punto entropy 1", shoe.table, String(shoe.number), shoe.commitment, String(box), account, entropy));
}

/** The seed of what was revealed, by box. @param {ShoeName} shoe @param {Map<number, Uint8Array>} revealed */
export async function entropySeed(shoe, revealed) {
  const parts = [...revealed].sort(([box], [other]) => box - other).flatMap(([box, entropy]) => [String(box), entropy]);
  return hashed("punto seed 1", shoe.table, String(shoe.number), shoe.commitment, ...parts);
}

/** Unbiased numbers below each limit, read off the stream of a seed. @param {Uint8Array} seed @param {number[]} limits */
export async function numbersBelow(seed, limits) {
  /** @type {Uint8Array} */
  let bytes = new Uint8Array(0);
  let [block, at] = [0, 0];
  const next = async () => {
    if (at === bytes.length) {
      const counter = new Uint8Array(8);
      new DataView(counter.buffer).setUint32(4, block++);
      [bytes, at] = [await hashed("punto stream 1", seed, counter), 0];
    }
    return bytes[at++];
  };
  const numbers = [];
  for (const limit of limits) {
    const bits = limit > 1 ? 32 - Math.clz32(limit - 1) : 0;
    const size = Math.ceil(bits / 8);
    let number = limit;
    while (number >= limit) {
      number = 0;
      for (let place = 0; place < size; place++) number = number * 256 + await next();
      number >>>= 8 * size - bits;
    }
    numbers.push(number);
  }
  return numbers;
}

/** The sealed order as the seats have mixed it. @param {string[]} order @param {Uint8Array} seed */
export async function mixedOrder(order, seed) {
  const cards = [...order];
  const places = cards.map((_, place) => place).slice(1).reverse();
  const numbers = await numbersBelow(seed, places.map((place) => place + 1));
  places.forEach((place, turn) => { [cards[place], cards[numbers[turn]]] = [cards[numbers[turn]], cards[place]]; });
  return cards;
}

/** Where the house cuts by its salt. @param {string} salt @param {number} cards */
export async function houseCut(salt, cards) {
  const [number] = await numbersBelow(await hashed("punto house cut 1", salt), [cards - 1]);
  return 1 + number;
}
