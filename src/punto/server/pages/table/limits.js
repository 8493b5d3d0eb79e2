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
 * @typedef {{name: "maximum" | "differential" | "wallet", of: number, more: number, cite: string, refuses: boolean}} Limit
 * `of` is the limit itself and `more` what it still allows, below nothing where chips lie beyond it already. Where limits
 * are observed and not enforced, chips beyond them are taken all the same: then it refuses nothing.
 */

/** Every limit on what a patron may put on a bet; whoever only watches has no wallet. @returns {Limit[]} */
export function limitsOn({ sign, felt, bets, box, bet, mine, wallet }) {
  const refuses = sign.limits !== "observed";
  const { most } = rangeOf(sign, bet.id);
  const found = [];
  if (most !== null) found.push({ name: "maximum", of: most, more: most - mine, cite: felt.limits.maximum, refuses });
  if (bet.hand && sign.differential_max !== null) {
    const on = sidesOf(felt, bets, box);
    const other = bet.hand === "player" ? "banker" : "player";
    found.push({ name: "differential", of: sign.differential_max, more: on[other] + sign.differential_max - on[bet.hand], cite: felt.limits.differential, refuses });
  }
  if (sign.wallets && wallet !== null) found.push({ name: "wallet", of: wallet, more: wallet, cite: "", refuses: true });
  return found;
}

const nearest = (limits) => limits.reduce((best, one) => (!best || one.more < best.more ? one : best), null);

/**
 * How much more a patron can put on a bet, and which limit says so.
 * @returns {{more: number, least: number, by: Limit | null, warns: Limit | null}} `least` is what a first stake must be;
 * `warns` is a limit that is only observed
 */
export function roomFor(about) {
  const limits = limitsOn(about);
  const by = nearest(limits.filter((one) => one.refuses));
  const whole = (units) => Math.floor(Math.max(0, units) / about.sign.chip) * about.sign.chip;
  return {
    more: by ? whole(by.more) : Infinity,
    least: about.mine || about.sign.limits === "observed" ? 0 : rangeOf(about.sign, about.bet.id).least,
    by,
    warns: nearest(limits.filter((one) => !one.refuses)),
  };
}
