// What each limit still allows, by the same rules the table refuses by. The table decides; this only shows it beforehand.

/** @typedef {Pick<Api.Sign, "bet_limits" | "stake_min" | "stake_max">} Ranges */
/** @typedef {Pick<Api.FeltView, "bets" | "limits">} Rules */

/** Least and most that may lie on a bet. @param {Ranges} sign @param {string} bet @returns {{least: number, most: number | null}} */
export function rangeOf(sign, bet) {
  const [least, most] = sign.bet_limits[bet] ?? [sign.stake_min, sign.stake_max];
  return { least, most: most ?? null };
}

/** Both hands' money in a box. @param {Pick<Rules, "bets">} felt @param {Pick<Api.LaidBet, "box" | "bet" | "stake">[]} bets @param {number} box */
export function sidesOf(felt, bets, box) {
  const on = { player: 0, banker: 0 };
  for (const laidBet of bets) {
    const hand = laidBet.box === box && felt.bets.find((bet) => bet.id === laidBet.bet)?.hand;
    if (hand) on[hand] += laidBet.stake;
  }
  return on;
}

/**
 * @typedef {{name: "maximum" | "differential" | "wallet", of: number, more: number, cite: string, refuses: boolean}} Limit
 * `of` is the limit itself and `more` what it still allows, below nothing where chips lie beyond it already. Where limits
 * are observed and not enforced, chips beyond them are taken all the same: then it refuses nothing.
 */

/**
 * What limits look at: a bet in a box, what I have on it and in my wallet. Whoever only watches has no wallet.
 * @typedef {{sign: Api.Sign, felt: Rules, bets: Api.LaidBet[], box: number, bet: Pick<Api.BetView, "id" | "hand">, mine: number, wallet: number | null}} Facts
 */

/** Every limit on what a patron may put on a bet. @param {Facts} facts */
export function limitsOn({ sign, felt, bets, box, bet, mine, wallet }) {
  const refuses = sign.limits !== "observed";
  const { most } = rangeOf(sign, bet.id);
  /** @type {Limit[]} */
  const limits = [];
  if (most !== null) limits.push({ name: "maximum", of: most, more: most - mine, cite: felt.limits.maximum, refuses });
  if (bet.hand && sign.differential_max !== null) {
    const on = sidesOf(felt, bets, box);
    const other = bet.hand === "player" ? "banker" : "player";
    limits.push({ name: "differential", of: sign.differential_max, more: on[other] + sign.differential_max - on[bet.hand], cite: felt.limits.differential, refuses });
  }
  if (sign.wallets && wallet !== null) limits.push({ name: "wallet", of: wallet, more: wallet, cite: "", refuses: true });
  return limits;
}

/** @param {Limit[]} limits @returns {Limit | null} */
const nearest = (limits) => limits.toSorted((limit, other) => limit.more - other.more)[0] ?? null;

/**
 * How much more a patron can put on a bet, and which limit says so.
 * @param {Facts} about
 * @returns {{more: number, least: number, by: Limit | null, warns: Limit | null}} `least` is what a first stake must be;
 * `warns` is a limit that is only observed
 */
export function roomFor(about) {
  const limits = limitsOn(about);
  const by = nearest(limits.filter((limit) => limit.refuses));
  const whole = (/** @type {number} */ units) => Math.floor(Math.max(0, units) / about.sign.chip) * about.sign.chip;
  return {
    more: by ? whole(by.more) : Infinity,
    least: about.mine || about.sign.limits === "observed" ? 0 : rangeOf(about.sign, about.bet.id).least,
    by,
    warns: nearest(limits.filter((limit) => !limit.refuses)),
  };
}
