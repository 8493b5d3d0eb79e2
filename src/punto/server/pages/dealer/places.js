// The cards of a round by their places in the order drawn, which is how a card that was read wrongly is named.

/** @typedef {{place: number, face: string, side: Api.Side | null}} Place */

/** @template T @param {T[]} player @param {T[]} banker @returns {T[]} */
const inTurns = (player, banker) => [0, 1, 2].flatMap((at) => [...player.slice(at, at + 1), ...banker.slice(at, at + 1)]);

/**
 * Every card that lies, in the order drawn. Its hand is given while cards lie as they were drawn; after they were put in
 * another order it is null.
 * @param {Pick<Api.CoupView, "player" | "banker" | "drawn"> | null | undefined} coup @returns {Place[]}
 */
export function placesOf(coup) {
  if (!coup) return [];
  const sides = inTurns(coup.player.map(() => /** @type {Api.Side} */ ("player")), coup.banker.map(() => /** @type {Api.Side} */ ("banker")));
  const lie = inTurns(coup.player, coup.banker);
  // While cards lie face down the server does not send the order drawn, and no card has been moved.
  const drawn = coup.drawn.length ? coup.drawn : lie;
  const asDrawn = drawn.join() === lie.join();
  return drawn.map((face, at) => ({ place: at + 1, face, side: asDrawn ? sides[at] : null }));
}

/** The place of a card that lies in a hand; 0 where the cards were put in another order. @param {Place[]} places @param {Api.Side} side @param {number} at its place in the hand */
export const placeIn = (places, side, at) => places.filter((place) => place.side === side)[at]?.place ?? 0;
