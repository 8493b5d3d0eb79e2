import assert from "node:assert/strict";
import { test } from "node:test";

import { readFile } from "node:fs/promises";
import { entropyCommitment, entropySeed, houseCut, mixedOrder, numbersBelow } from "../../src/punto/server/pages/lib/entropy.js";
import { hex, sha256 } from "../../src/punto/server/pages/lib/sha256.js";
import { shoesIn, timely, verifyShoe } from "../../src/punto/server/pages/lib/shoes.js";

const CARDS = [..."shdc"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
const ORDER = CARDS.join(" ");

/** One shoe of one deck, cut at 10, a card burned with two after it, then two dealt and two that came together. */
async function played() {
  const commitment = await sha256(`salt\n${ORDER}`);
  return [
    { version: 1, kind: "shoe_opened", number: 1, cards: "virtual", decks: 1, commitment, seeded: false },
    { version: 2, kind: "shoe_cut", place: 10 },
    { version: 3, kind: "cards_burned", card: CARDS[10], unseen: 2 },
    { version: 4, kind: "card_drawn", card: CARDS[13], aside: false },
    { version: 5, kind: "card_drawn", card: CARDS[14], aside: false },
    { version: 6, kind: "cards_set_aside", cards: `${CARDS[16]} ${CARDS[15]}` },
    { version: 7, kind: "card_drawn", card: CARDS[16], aside: true },
    { version: 8, kind: "shoe_closed", order: ORDER, salt: "salt" },
  ];
}

test("a shoe as it was promised is found whole", async () => {
  const [shoe] = shoesIn(await played());
  const { sealHolds, followed, whole, dealt } = await verifyShoe(shoe);
  assert.deepEqual({ sealHolds, followed, whole, dealt }, { sealHolds: true, followed: true, whole: true, dealt: 7 });
});

test("another salt, another order, another card and a card too few are found", async () => {
  const changed = async (change) => {
    const [shoe] = shoesIn(await played());
    change(shoe);
    const { sealHolds, followed, whole } = await verifyShoe(shoe);
    return [sealHolds, followed, whole];
  };
  assert.deepEqual(await changed((shoe) => { shoe.salt = "pepper"; }), [false, true, true]);
  assert.deepEqual(await changed((shoe) => { shoe.order = CARDS.toReversed().join(" "); }), [false, false, true]);
  assert.deepEqual(await changed((shoe) => { shoe.out[3] = "Ks"; }), [true, false, true]);
  assert.deepEqual(await changed((shoe) => { shoe.order = CARDS.slice(1).join(" "); }), [false, false, false]);
});

/** The same shoe, mixed by box 2 and cut by the house; box 1 did not reveal. */
async function mixed() {
  const entropy = new Uint8Array(32).fill(7);
  const commitment = await sha256(`salt\n${ORDER}`);
  const name = { table: "t", number: 1, commitment };
  const order = await mixedOrder(CARDS, await entropySeed(name, new Map([[2, entropy]])));
  const cut = await houseCut("salt", 52);
  return [
    { version: 1, kind: "shoe_opened", number: 1, cards: "virtual", decks: 1, commitment, seeded: false, entropy: true, table: "t" },
    { version: 2, kind: "entropy_committed", patron: "A", box: 1, account: "A", commitment: "0".repeat(64) },
    { version: 3, kind: "entropy_committed", patron: "B", box: 2, account: "B", commitment: await entropyCommitment(name, 2, "B", entropy) },
    { version: 4, kind: "shoe_cut", patron: "house", place: cut },
    { version: 5, kind: "entropy_closed", seats: [1, 2] },
    { version: 6, kind: "entropy_revealed", patron: "B", box: 2, entropy: "07".repeat(32) },
    { version: 7, kind: "shoe_mixed", seats: [2], left_out: ["A"], commitment: await sha256(`salt\n${order.join(" ")}`) },
    ...[0, 1, 2, 3].map((at) => ({ version: 8 + at, kind: "card_drawn", card: order[(cut + at) % 52], aside: false })),
    { version: 12, kind: "shoe_closed", order: ORDER, salt: "salt" },
  ];
}

test("the order that seats have mixed follows from what they revealed", async () => {
  const verdict = async (/** @type {(shoe: any) => void} */ change) => {
    const [shoe] = shoesIn(await mixed());
    change(shoe);
    const check = await verifyShoe(shoe);
    return [check.sealHolds, check.followed, check.mixed];
  };
  assert.deepEqual(await verdict(() => {}), [true, true, true]);
  assert.deepEqual(await verdict((shoe) => { shoe.seats[1].entropy = "08".repeat(32); }), [true, false, false]);
  assert.deepEqual(await verdict((shoe) => { shoe.seats[1].entropy = null; }), [true, false, false]);
  assert.deepEqual(await verdict((shoe) => { shoe.cut = (shoe.cut % 51) + 1; }), [true, false, false]);
  assert.deepEqual(await verdict((shoe) => { shoe.dealtAs = "0".repeat(64); }), [true, true, false]);
});

test("the bytes are those of the test vectors in docs/shoe.md", async () => {
  const name = { table: "t", number: 1, commitment: "0".repeat(64) };
  const entropy = Uint8Array.from({ length: 32 }, (_, at) => at);
  const vectors = [...(await readFile(new URL("../../docs/shoe.md", import.meta.url), "utf8")).matchAll(/^\| [^|]*\| `([0-9a-f ]+)` \|$/gm)].map((match) => match[1]);
  const seed = await entropySeed(name, new Map([[3, entropy]]));
  const numbers = await numbersBelow(seed, Array.from({ length: 10 }, (_, at) => 416 - at));
  assert.deepEqual(vectors.slice(-8, -4), [await entropyCommitment(name, 3, "Guest", entropy), hex(seed), numbers.join(" "), String(await houseCut("salt", 416))]);
});

test("a whole shoe comes out as in docs/shoe.md", async () => {
  const text = (await readFile(new URL("../../docs/shoe.md", import.meta.url), "utf8")).split("A whole shoe")[1];
  const [commitment, seed, first, mixedAs, dealtFirst, cut] = [...text.matchAll(/^\| [^|]*\| `([^`]+)` \|$/gm)].map((match) => match[1]);
  const pack = [..."23456789TJQKA"].flatMap((rank) => [..."cdhs"].map((suit) => rank + suit));
  const order = Array.from({ length: 8 }, () => pack).flat();
  const salt = "00112233445566778899aabbccddeeff".repeat(2);
  const octets = (/** @type {number} */ from) => Uint8Array.from({ length: 32 }, (_, at) => from + at);
  assert.equal(await sha256(`${salt}\n${order.join(" ")}`), commitment);
  const seeded = await entropySeed({ table: "t", number: 1, commitment }, new Map([[5, octets(32)], [3, octets(0)]]));
  const cards = await mixedOrder(order, seeded);
  const answers = [hex(seeded), cards.slice(0, 10).join(" "), await sha256(`${salt}\n${cards.join(" ")}`), cards.slice(100, 106).join(" "), String(await houseCut(salt, 416))];
  assert.deepEqual(answers, [seed, first, mixedAs, dealtFirst, cut]);
});

/** The shoe that two boxes mixed, with the moments of its stages. @param {number} list @param {number} reveals */
async function timed(list, reveals) {
  const at = (/** @type {number} */ seconds) => new Date(Date.UTC(2026, 10, 18) + 1000 * seconds).toISOString();
  const moments = { shoe_opened: 0, entropy_committed: 0.2, shoe_cut: list, entropy_closed: list, entropy_revealed: list, shoe_mixed: list + reveals };
  return (await mixed()).map((event) => ({ ...event, at: at(moments[event.kind] ?? list + reveals), ...(event.kind === "shoe_opened" ? { cut_seconds: 6, reveal_seconds: 4 } : {}) }));
}

test("seats that had less time than was said are found", async () => {
  const verdict = async (list, reveals) => timely(shoesIn(await timed(list, reveals))[0].stages);
  assert.equal(await verdict(6, 4), true);
  assert.equal(await verdict(5.6, 4), true); // Two clocks of a house.
  assert.equal(await verdict(6, 0.3), false);
  assert.equal(await verdict(2, 4), false);
  assert.equal(await verdict(6, -3600), null); // A clock was set back.
  assert.deepEqual(shoesIn(await timed(6.04, 4))[0].stages, [{ had: 6.04, planned: 6 }, { had: 4, planned: 4 }]);
  const [unsaid] = shoesIn(await mixed());
  assert.deepEqual([unsaid.stages, timely(unsaid.stages)], [[], null]);
});
