// The offers of insurance that are somebody's to take.

/**
 * @typedef {object} MyOffer
 * @property {string} key @property {string} window @property {Api.Side} insures @property {string} odds @property {"loss" | "tie"} wins_on @property {string} cite
 * @property {number} box
 * @property {number} most that may still be staked
 * @property {number} original what it insures
 * @property {number} insured what is insured already
 */

/** One for each of somebody's original bets on a hand that may be insured. @param {Api.TableView} view @param {string} me @param {Pick<Api.FeltView, "bets">} felt @returns {MyOffer[]} */
export function offersTo({ phase, coup }, me, felt) {
  if (phase !== "dealing" || !coup) return [];
  return coup.offers.flatMap(({ most, window, insures, odds, wins_on, cite }) => most.filter((room) => room.patron === me).map((room) => {
    const { box } = room;
    const bet = felt.bets.find((bet) => bet.hand === insures);
    const original = coup.bets.find((placed) => placed.patron === me && placed.box === box && placed.bet === bet?.id);
    const had = coup.insurance.filter((insurance) => insurance.patron === me && insurance.box === box && insurance.insures === insures && insurance.window === window);
    return {
      key: `${coup.number}/${window}/${insures}/${box}`, window, insures, odds, wins_on, cite, box,
      most: room.most, original: original?.plays ?? 0, insured: had.reduce((sum, insurance) => sum + insurance.stake, 0),
    };
  }));
}
