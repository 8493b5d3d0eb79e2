// The dealer's next step: one at a time, found from what the table shows. The server decides whether it may be taken.

/** @typedef {"open_shoe" | "close_shoe" | "open_bets" | "close_bets" | "draw_card" | "settle" | "declare_paid" | "close_choices"} StepCommand */

/**
 * @typedef {"closed" | "open_shoe" | "open_bets" | "close_bets" | "stopped" | "paid" | "close_shoe" | "condemned" | "disabled"
 *   | "burn" | "draw" | "settle" | "choices" | "insurance" | "squeeze" | "mixing"} StepName
 */

/**
 * @typedef {object} Step
 * @property {StepName} id which words the page shows
 * @property {StepCommand} [command] what is sent when it is taken; none where there is nothing to do but wait
 * @property {"draw_card" | "burn"} [reads] the command that waits for a card to be read in
 * @property {Api.Side | null} [side] the hand the next card goes to
 * @property {string[]} [who] whom the table waits for
 * @property {string | null} [until] not before this moment
 * @property {string} [cite] the paragraph behind it
 * @property {"open_bets" | "close_choices"} [instead] what may be done in its place
 */

/**
 * @param {Api.TableView} view @param {Pick<Api.DealerView, "procedure">} dealer
 * @param {(moment: string) => number} left how many seconds there are to a moment @returns {Step}
 */
export function stepOf(view, dealer, left) {
  const cite = (/** @type {string} */ step) => dealer.procedure[step]?.cite ?? "";
  const { coup } = view;
  switch (view.phase) {
    case "closed":
      return { id: "closed" };
    case "idle":
      return { id: "open_shoe", command: "open_shoe" };
    case "betting":
      return { id: "close_bets", command: "close_bets", cite: cite("close_bets") };
    case "stopped":
      return { id: "stopped", cite: view.pending?.cite };
    default:
  }
  // Until the cards are turned nobody knows what comes next, the dealer included.
  if (coup?.squeeze?.until) return { id: "squeeze", who: [...new Set(Object.values(coup.squeeze.by))], until: coup.squeeze.until, cite: cite("squeeze") };
  if (view.phase === "paying") return { id: "paid", command: "declare_paid" };
  if (view.phase === "dealing" && coup) return dealing(view, coup, cite("choice"), left);
  return between(view, cite("open_bets"));
}

/** Between two rounds. @param {Api.TableView} view @param {string} cite @returns {Step} */
function between({ shoe, sign, disabled, next }, cite) {
  if (shoe?.finished) return { id: shoe.condemned ? "condemned" : "close_shoe", command: "close_shoe" };
  if (shoe?.mixing && shoe.mixing.stage !== "mixed") return { id: "mixing", until: next?.at ?? null };
  if (disabled.some((entry) => entry.what === "house" || entry.what === "table")) return { id: "disabled" };
  if (shoe?.source === "physical" && shoe.untouched && sign?.burn) return { id: "burn", reads: "burn", instead: "open_bets" };
  return { id: "open_bets", command: "open_bets", cite };
}

/** @param {Api.TableView} view @param {Api.CoupView} coup @param {string} choice its paragraph @param {(moment: string) => number} left @returns {Step} */
function dealing({ shoe, next, insurance_until: insured }, coup, choice, left) {
  // No card is drawn and nothing is paid while somebody may still have the bets back.
  if (coup.choosing.length) return { id: "choices", who: coup.choosing, until: next?.waits_for === "choice" ? next.at : null, cite: choice, instead: "close_choices" };
  const side = nextHand(coup);
  if (!side) return { id: "settle", command: "settle" };
  const until = insured && left(insured) > 0 ? insured : null;
  const reads = shoe?.source === "physical" && !shoe.aside.length ? "draw_card" : undefined;
  // A card may be typed while insurance runs; it is dealt when the time is over.
  if (until) return { id: "insurance", until, reads, cite: coup.offers[0]?.cite };
  return reads ? { id: "draw", reads, side } : { id: "draw", command: "draw_card", side };
}

/** The hand the next card goes to. The server does not send it while cards wait face down: then it is one of the first four, or Banker's third. @param {Api.CoupView} coup @returns {Api.Side | null} */
function nextHand(coup) {
  if (coup.turn || !coup.squeeze) return coup.turn;
  const dealt = coup.player.length + coup.banker.length;
  return dealt < 4 && dealt % 2 === 0 ? "player" : "banker";
}

/** Whether there is nothing to do now but wait. @param {Step} step */
export const waits = (step) => Boolean(step.until) || (!step.command && !step.reads);

/** The command somebody needs for a step. @param {Step} step */
export const needs = (step) => step.command ?? step.reads ?? null;

/** Which card is read in next: by its command, shoe, round and the number of cards before it. @param {Api.TableView} view @param {Step} step */
export const placeOf = ({ shoe, coup }, step) => [step.reads, shoe?.number, coup?.number, coup && coup.player.length + coup.banker.length].join(" ");
