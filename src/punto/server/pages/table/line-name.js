// What a line of a settlement is about.

import { pick, t } from "../lib/i18n.js";

/** A bet, or insurance of a hand. @param {Pick<Api.FeltView, "bets">} felt @param {{bet: string, insures?: "" | Api.Side}} line */
export function lineName(felt, line) {
  if (line.insures) return t(`insurance.${line.insures}`);
  return pick(felt.bets.find((bet) => bet.id === line.bet)?.name) || line.bet;
}
