// What waits for a decision at the tables, and what has come new. Nothing here draws.

/** A matter that waits, as one word: another at the same table is another. @param {Pick<Api.PitTableView, "table" | "pending">} table */
const matterOf = ({ table, pending }) => (pending ? `${table} ${pending.what} ${pending.since ?? ""}` : "");

/** Commands that wait for a second person, alike. @param {Pick<Api.PitTableView, "table" | "waiting">} table */
const secondsOf = ({ table, waiting }) => waiting.map((number) => `${table} second ${number}`);

/** All matters that wait. @param {Pick<Api.PitTableView, "table" | "pending" | "waiting">[]} tables @returns {Set<string>} */
export const mattersAt = (tables) => new Set(tables.flatMap((table) => [matterOf(table), ...secondsOf(table)]).filter(Boolean));

/** Everything else that waits for somebody, a sign aside: it goes up by itself. @param {Pick<Api.PitTableView, "table" | "waits">[]} tables @returns {Set<string>} */
export const requestsAt = (tables) => new Set(tables.flatMap(({ table, waits }) => waits
  .filter((wait) => wait.what !== "decision" && wait.what !== "sign").map((wait) => [table, wait.what, wait.patron ?? "", wait.box ?? ""].join(" "))));

/** Whether something waits that did not wait before. @param {ReadonlySet<string>} before @param {ReadonlySet<string>} now */
export const isNew = (before, now) => [...now].some((matter) => !before.has(matter));
