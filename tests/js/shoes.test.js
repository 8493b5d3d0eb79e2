import assert from "node:assert/strict";
import { test } from "node:test";

import { sha256 } from "../../src/punto/server/pages/lib/sha256.js";
import { shoesIn, verifyShoe } from "../../src/punto/server/pages/lib/shoes.js";

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
  const { kept, followed, whole, dealt } = await verifyShoe(shoe);
  assert.deepEqual({ kept, followed, whole, dealt }, { kept: true, followed: true, whole: true, dealt: 7 });
});

test("another salt, another order, another card and a card too few are found", async () => {
  const changed = async (change) => {
    const [shoe] = shoesIn(await played());
    change(shoe);
    const { kept, followed, whole } = await verifyShoe(shoe);
    return [kept, followed, whole];
  };
  assert.deepEqual(await changed((shoe) => { shoe.salt = "pepper"; }), [false, true, true]);
  assert.deepEqual(await changed((shoe) => { shoe.order = CARDS.toReversed().join(" "); }), [false, false, true]);
  assert.deepEqual(await changed((shoe) => { shoe.out[3] = "Ks"; }), [true, false, true]);
  assert.deepEqual(await changed((shoe) => { shoe.order = CARDS.slice(1).join(" "); }), [false, false, false]);
});
