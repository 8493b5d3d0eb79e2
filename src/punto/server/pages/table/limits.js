// What each limit still allows, by the same rules the table refuses by. The table decides; this only tells beforehand.

/** Least and most that may lie on a bet. */
export function rangeOf(sign, bet) {
  const [least, most] = sign.bet_limits[bet] ?? [sign.stake_min, sign.stake_max];
  return { least, most: most ?? null };
}

/** Both hands' money in a box. */
export function sidesOf(felt, bets, box) {
  const on = { player: 0, banker: 0 };
  for (const one of bets) {
    const hand = one.box === box && felt.bets.find((bet) => bet.id === one.bet)?.hand;
    if (hand) on[hand] += one.stake;
  }
  return on;
}

/**
 * How much more a patron can put on a bet, and which limit says so.
 * @returns {{more: number, first: number, by: "maximum" | "differential" | "wallet" | ""}} `first` is the least a first stake must be
 */
export function roomFor({ sign, felt, bets, box, bet, mine, wallet }) {
  const { least, most } = rangeOf(sign, bet.id);
  let [more, by] = [Infinity, ""];
  const within = (room, name) => {
    if (room < more) [more, by] = [Math.max(0, room), name];
  };
  if (most !== null) within(most - mine, "maximum");
  if (bet.hand && sign.differential_max !== null) {
    const on = sidesOf(felt, bets, box);
    const other = bet.hand === "player" ? "banker" : "player";
    within(on[other] + sign.differential_max - on[bet.hand], "differential");
  }
  if (sign.wallets) within(wallet, "wallet");
  return { more, first: mine ? 0 : least, by };
}
