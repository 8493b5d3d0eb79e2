// What a report says: put together from what a form holds.

/** @typedef {{id: number, box: number, bet: string, stake: number}} Row where some of a patron's chips lay */

/** Where the record has a patron's chips. @param {Pick<Api.CoupView, "bets"> | null | undefined} coup @param {string} patron @returns {Row[]} */
export const rowsOf = (coup, patron) => (coup?.bets ?? []).filter((bet) => bet.patron === patron).map(({ box, bet, stake }, id) => ({ id, box, bet, stake }));

/** What a card that comes out while none is due most likely is: seen too early while bets are open, else drawn too many. @param {Api.TableView["phase"]} phase @returns {Api.Report["what"]} */
export const surplusKind = (phase) => (phase === "betting" ? "exposed_card" : "extra_card");

/**
 * The fields of the command, and no more than such a report takes.
 * @param {{what: string, fields: string[]}} kind @param {Record<string, string>} values @param {{card: string, rows: Row[]}} more
 * @returns {Api.FieldsOf<"report">}
 */
export function reportOf({ what, fields }, values, { card, rows }) {
  const takes = (/** @type {string} */ name) => fields.includes(name);
  const text = (/** @type {string} */ name) => (takes(name) && values[name]?.trim() ? values[name].trim() : undefined);
  const number = (/** @type {string} */ name) => (text(name) === undefined ? undefined : Number(text(name)));
  const report = {
    what: /** @type {Api.Report["what"]} */ (what),
    note: values.note?.trim() ?? "",
    cards: text("cards"),
    card: takes("card") ? card : undefined,
    place: number("place"),
    patron: text("patron"),
    lay: takes("lay") ? rows.map(({ box, bet, stake }) => ({ box, bet, stake })) : undefined,
    box: number("box"),
    window: /** @type {Api.Report["window"]} */ (text("window")),
    insures: /** @type {Api.Report["insures"]} */ (text("insures")),
    reconstruct: takes("reconstruct") && values.reconstruct ? values.reconstruct === "yes" : undefined,
    new_cards: takes("new_cards") && values.new_cards ? true : undefined,
  };
  return /** @type {Api.FieldsOf<"report">} */ (Object.fromEntries(Object.entries(report).filter(([, value]) => value !== undefined)));
}
