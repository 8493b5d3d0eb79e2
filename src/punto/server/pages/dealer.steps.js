// The dealer's next step: one at a time, found from what the table shows. The server decides whether it may be taken.

/**
 * @typedef {object} Step
 * @property {string} id which words the page shows
 * @property {string} [command] what is sent when it is taken; none where there is nothing to do but wait
 * @property {object} [fields]
 * @property {"draw_card" | "burn"} [reads] the command that waits for a card to be read in
 * @property {string} [side] the hand the next card goes to
 * @property {string | null} [until] not before this moment
 * @property {string} [cite] the paragraph behind it
 * @property {Step} [instead] what may be done in its place
 */

/** @returns {Step} `paid` is the round whose boxes the dealer has already paid */
export function stepOf(view, dealer, paid) {
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
    case "dealing":
      return dealing(view);
    default:
  }
  if (coup?.ended === "settled" && paid !== coup.number) return { id: "pay" };
  if (shoe.finished) return { id: shoe.condemned ? "condemned" : "close_shoe", command: "close_shoe" };
  const open = { id: "open_bets", command: "open_bets", cite: cite("open_bets") };
  if (view.disabled.some((one) => one.what === "house" || one.what === "table")) return { id: "disabled" };
  if (shoe.source === "physical" && shoe.untouched && view.sign.burn) return { id: "burn", reads: "burn", instead: open };
  return open;
}

function dealing(view) {
  const { shoe, coup } = view;
  const open = coup.choosing.length > 0;
  if (!coup.turn) return { id: open ? "settle_choosing" : "settle", command: "settle" };
  const until = view.insurance_until;
  const id = open ? "draw_choosing" : "draw";
  if (shoe.source === "physical" && !shoe.aside.length) return { id, reads: "draw_card", side: coup.turn, until };
  return { id, command: "draw_card", side: coup.turn, until };
}
