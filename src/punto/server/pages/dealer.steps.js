// The dealer's next step: one at a time, found from what the table shows. The server decides whether it may be taken.

/**
 * @typedef {object} Step
 * @property {string} id which words the page shows
 * @property {string} [command] what is sent when it is taken; none where there is nothing to do but wait
 * @property {object} [fields]
 * @property {"draw_card" | "burn"} [reads] the command that waits for a card to be read in
 * @property {"player" | "banker"} [side] the hand the next card goes to
 * @property {string[]} [who] whom the table waits for
 * @property {string | null} [until] not before this moment
 * @property {string} [cite] the paragraph behind it
 * @property {Step} [instead] what may be done in its place
 */

/** @returns {Step} `paid` is the round whose boxes the dealer has already paid; `left` says how many seconds there are to a moment */
export function stepOf(view, dealer, paid, left) {
  const cite = (step) => dealer.procedure[step]?.cite ?? "";
  const { shoe, coup } = view;
  switch (view.phase) {
    case "closed":
      return { id: "closed" };
    case "idle":
      return { id: "open_shoe", command: "open_shoe", fields: { cards: dealer.cards } };
    case "betting":
      return { id: "close_bets", command: "close_bets", cite: cite("close_bets") };
    case "stopped":
      return { id: "stopped", cite: view.pending?.cite };
    default:
  }
  // Until the cards are turned nobody knows what comes next, the dealer included.
  if (coup?.squeeze?.until) return { id: "squeeze", who: [...new Set(Object.values(coup.squeeze.by))], until: coup.squeeze.until, cite: cite("squeeze") };
  if (view.phase === "dealing") return dealing(view, left);
  if (coup?.ended === "settled" && paid !== coup.number) return { id: "pay" };
  if (shoe.finished) return { id: shoe.condemned ? "condemned" : "close_shoe", command: "close_shoe" };
  const open = { id: "open_bets", command: "open_bets", cite: cite("open_bets") };
  if (view.disabled.some((one) => one.what === "house" || one.what === "table")) return { id: "disabled" };
  if (shoe.source === "physical" && shoe.untouched && view.sign.burn) return { id: "burn", reads: "burn", instead: open };
  return open;
}

function dealing(view, left) {
  const { shoe, coup } = view;
  const choosing = coup.choosing.length > 0;
  const side = nextHand(coup);
  if (!side) return { id: choosing ? "settle_choosing" : "settle", command: "settle" };
  const until = view.insurance_until && left(view.insurance_until) > 0 ? view.insurance_until : null;
  const reads = shoe.source === "physical" && !shoe.aside.length ? "draw_card" : undefined;
  // A card may be typed while insurance runs; it is dealt when the time is over.
  if (until) return { id: "insurance", until, reads, cite: coup.offers[0]?.cite };
  const id = choosing ? "draw_choosing" : "draw";
  return reads ? { id, reads, side } : { id, command: "draw_card", side };
}

/** The hand the next card goes to. While cards wait face down it is not told: then it is the first four, or Banker's third. */
function nextHand(coup) {
  if (coup.turn || !coup.squeeze) return coup.turn;
  const dealt = coup.player.length + coup.banker.length;
  return dealt < 4 && dealt % 2 === 0 ? "player" : "banker";
}

/** Whether there is nothing to do now but wait. */
export const waits = (step) => Boolean(step.until) || (!step.command && !step.reads && step.id !== "pay");

/** The command somebody needs for a step; where only boxes are paid, that of settling. */
export const needs = (step) => step.command ?? step.reads ?? (step.id === "pay" ? "settle" : null);
