// What waits for a decision at the tables, and what has come new. Nothing here draws.

/** A matter that waits, as one word: another at the same table is another. @param {Pick<Api.PitTableView, "table" | "pending">} table */
const matterOf = ({ table, pending }) => (pending ? `${table} ${pending.what} ${pending.since ?? ""}` : "");

/** All matters that wait. @param {Pick<Api.PitTableView, "table" | "pending">[]} tables @returns {Set<string>} */
export const mattersAt = (tables) => new Set(tables.map(matterOf).filter(Boolean));

/** Whether something waits that did not wait before. @param {ReadonlySet<string>} before @param {ReadonlySet<string>} now */
export const isNew = (before, now) => [...now].some((one) => !before.has(one));
