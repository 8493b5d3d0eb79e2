// What may be answered to a report that waits, put in order for the page. Nothing here draws.

/** @typedef {"in_order" | "not_in_order" | "confirm" | "dismiss"} Kind */

/** What an answer says. @param {Pick<Api.AnswerView, "confirm" | "reconstruct">} answer @returns {Kind} */
export function kindOf({ confirm, reconstruct }) {
  if (!confirm) return "dismiss";
  if (reconstruct === null) return "confirm";
  return reconstruct ? "in_order" : "not_in_order";
}

/** The fields of `decide` for an answer. @param {Pick<Api.AnswerView, "confirm" | "reconstruct">} answer */
export const fieldsOf = ({ confirm, reconstruct }) => ({ confirm, ...(reconstruct === null ? {} : { reconstruct }) });

/** Whether an answer moves anybody's money. @param {Pick<Api.AnswerView, "money">} answer */
export const movesMoney = ({ money }) => money.some((row) => row.now !== row.then);

/** Real chips to collect and to hand out in all. @param {Pick<Api.AnswerView, "money">} answer */
export const chipsOf = ({ money }) => ({
  collect: money.reduce((sum, row) => sum + row.collect, 0),
  handOut: money.reduce((sum, row) => sum + row.hand_out, 0),
});

/** The cards drawn, each with its place and whether the report says that it is another. @param {Pick<Api.PendingView, "drawn" | "report">} pending */
export const drawnCards = ({ drawn, report }) => drawn.map((face, at) => ({
  face, place: at + 1, really: report.what === "misread_card" && !report.of_coup && report.place === at + 1 ? report.cards : "",
}));
