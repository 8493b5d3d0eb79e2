// What a line of a settlement is about.

import { pick, t } from "../lib/i18n.js";

/** A bet, or insurance of a hand. */
export function lineName(felt, line) {
  if (line.bet.startsWith("insurance:")) return t(`insurance.${line.bet.slice(10)}`);
  return pick(felt.bets.find((bet) => bet.id === line.bet)?.name) || line.bet;
}
