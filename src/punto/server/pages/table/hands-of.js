// A round's cards dealt to their hands again, from the order they were drawn in.

/** @param {string} card */
const count = (card) => ("TJQK".includes(card[0]) ? 0 : card[0] === "A" ? 1 : Number(card[0]));

/** @param {string[]} hand */
const points = (hand) => hand.reduce((sum, card) => sum + count(card), 0) % 10;

/**
 * Two cards each, in turns; Player's third card comes before Banker's, and with one card more the totals tell whose it was.
 * @param {Pick<Api.CoupSettled, "cards" | "player_points" | "banker_points">} past
 */
export function handsOf(past) {
  const cards = past.cards.replace("|", " ").trim().split(/\s+/);
  const player = [cards[0], cards[2]];
  const banker = [cards[1], cards[3]];
  const more = cards.slice(4);
  if (more.length === 2) return { player: [...player, more[0]], banker: [...banker, more[1]] };
  const toPlayer = points([...player, ...more]) === past.player_points && points(banker) === past.banker_points;
  return toPlayer ? { player: [...player, ...more], banker } : { player, banker: [...banker, ...more] };
}
