// How far a lesson has come, from what its table shows. Nothing here draws.

/** @typedef {"bet" | "ready" | "dealing" | "four" | "five" | "over"} Stage */
/** @typedef {Api.PracticeMove} Move */

/** @param {Pick<Api.TableView, "phase"> & {coup: Pick<Api.CoupView, "bets" | "player" | "banker" | "settlement"> | null}} view @returns {Stage} */
export function stageOf({ phase, coup }) {
  if (phase === "betting") return coup?.bets.length ? "ready" : "bet";
  if (!coup || coup.settlement || phase !== "dealing") return "over";
  const cards = coup.player.length + coup.banker.length;
  if (cards < 4) return "dealing";
  return cards === 4 ? "four" : "five";
}

/** What the round came to: the lines' paybacks less their stakes. @param {{settlement: Pick<Api.CoupSettled, "lines"> | null} | null} coup */
export const netOf = (coup) => (coup?.settlement?.lines ?? []).reduce((sum, line) => sum + line.payback - line.stake, 0);

/** The insurance that may be taken on an own bet now, and how much of it. @param {{offers: Api.OfferView[]} | null} coup @param {string} patron */
export function insurable(coup, patron) {
  for (const offer of coup?.offers ?? []) {
    const room = offer.most.find((room) => room.patron === patron && room.most > 0);
    if (room) return { insures: offer.insures, odds: offer.odds, most: room.most };
  }
  return null;
}

/** The lesson after this one; null after the last. @template T @param {readonly T[]} lessons @param {T} lesson @returns {T | null} */
export const after = (lessons, lesson) => lessons[lessons.indexOf(lesson) + 1] ?? null;
