// How bets are named.

import { pick, wordOf } from "./i18n.js";

/** A bet's name in the page's language; insurance is named by its hand. `names` maps ids to {en, zh}. @param {Record<string, Api.Name>} names @param {string} id */
export function betName(names, id, insures = "") {
  return insures ? wordOf("insurance.", insures) : pick(names[id]) || id;
}

/** Names of a felt's bets by id. @param {Pick<Api.FeltView, "bets"> | null | undefined} felt @returns {Record<string, Api.Name>} */
export const namesOf = (felt) => Object.fromEntries((felt?.bets ?? []).map((bet) => [bet.id, bet.name]));
