// Time left, in figures, and what a table gives time for.

/** Seconds as people read them: 42 below a minute, then 1:07 and 59:54. @param {number} seconds */
export function inFigures(seconds) {
  const left = Math.max(0, Math.ceil(seconds));
  return left < 60 ? String(left) : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

/**
 * What a table's clock runs to now: "bets", "insurance", "choice", "card", "result" or "shoe"; null where it waits for a
 * person. Where a person deals, insurance has its time all the same: no card is drawn before it is over.
 * @param {Pick<Api.TableView, "next" | "insurance_until">} view
 */
export function deadline({ next, insurance_until: until }) {
  if (next) return { at: next.at, what: next.waits_for };
  return until ? { at: until, what: /** @type {const} */ ("insurance") } : null;
}

/** The deadline that people have to keep: to bet, to insure, to choose. @param {Pick<Api.TableView, "next" | "insurance_until">} view */
export function timeGiven(view) {
  const limit = deadline(view);
  return limit && ["bets", "insurance", "choice"].includes(limit.what) ? limit : null;
}
