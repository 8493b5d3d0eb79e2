// How an amount is paid with the chips of a rack, and in which order a dealer clears the lines of a box. Nothing here draws.

/** @typedef {{worth: number, count: number}} Pile chips of one worth */

/**
 * The piles of a payout, the highest chips first, as a dealer cuts them out; `rest` is what no chip of the rack is small
 * enough for.
 * @param {number} amount @param {readonly number[]} denominations @returns {{piles: Pile[], rest: number}}
 */
export function pilesOf(amount, denominations) {
  /** @type {Pile[]} */
  const piles = [];
  let rest = amount;
  for (const worth of denominations.toSorted((worth, other) => other - worth)) {
    const count = Math.floor(rest / worth);
    if (count > 0) piles.push({ worth, count });
    rest -= count * worth;
  }
  return { piles, rest };
}

/** What a line has the dealer do: losing bets are taken first, then winners are paid, bets on a hand before side bets and insurance last; what stands off stays. */
const TURNS = { lose: 0, win: 1, push: 2 };

/** @param {Pick<Api.Line, "bet" | "insures">} line @param {Record<string, Api.Side | null>} hands */
const rankOf = (line, hands) => (line.insures ? 2 : hands[line.bet] ? 0 : 1);

/** The lines of a box in the order in which a dealer clears them. @param {Api.Line[]} lines @param {Record<string, Api.Side | null>} hands which hand a bet backs */
export const inTurn = (lines, hands) => lines.toSorted((line, other) => TURNS[line.outcome] - TURNS[other.outcome] || rankOf(line, hands) - rankOf(other, hands));
