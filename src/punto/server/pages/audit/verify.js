// Verification in the browser: the chain of a whole log. Closed shoes are verified in lib/shoes.js.
// Nothing here asks the server whether it is right; it only reads the log.

import { ApiError } from "../lib/api.js";
import { sha256 } from "../lib/sha256.js";
import { shoesIn, verifyShoe } from "../lib/shoes.js";

export { verifyShoe };

const GENESIS = "0".repeat(64);

/**
 * An event as an exported log has it; its body is the text that was hashed.
 * @typedef {object} ExportedEvent
 * @property {string} table @property {number} version @property {string} at @property {string} by @property {string} acting
 * @property {string} person @property {string} [session] @property {string} [confirmer] @property {string} command_id @property {number} coup @property {number} [form]
 * @property {string} kind @property {number} schema @property {string} body @property {{account: string, amount: number}[]} postings
 * @property {string} previous_hash @property {string} hash
 */
/** @typedef {{records: ExportedEvent[], head: Api.LogHead | null}} ExportedLog `head` is where it says it ends */
/** @typedef {{version: number, why: "number" | "link" | "hash" | "money" | "head"}} Fault */

/** @typedef {{line: string, event: ExportedEvent, head?: Api.LogHead}} ExportedLine an event where it says so, its head where it is the last */

/** @param {string} text an exported log @returns {ExportedLog} */
export function readLog(text) {
  const lines = text.split("\n").filter(Boolean).map((line) => /** @type {ExportedLine} */ (JSON.parse(line)));
  return { records: lines.filter((line) => line.line === "event").map((line) => line.event), head: lines.at(-1)?.head ?? null };
}

/** A whole log, as the house exports it. @param {string} log */
export async function wholeLog(log) {
  const answer = await fetch(`/api/log/${encodeURIComponent(log)}/export`, { credentials: "same-origin" });
  if (!answer.ok) throw new ApiError(answer.status, /** @type {Api.ErrorView} */ (await answer.json()).error);
  return readLog(await answer.text());
}

/** The text that an event's hash is taken over: since form 2 with the person and the round, since form 3 with the session and the confirmer. @param {ExportedEvent} record */
function content(record) {
  const place = [record.previous_hash, record.table, record.version, record.at, record.by, record.acting];
  const event = [record.kind, record.schema, record.body, record.postings.map((posting) => [posting.account, posting.amount])];
  const { form = 1, session = "", confirmer = "" } = record;
  if (form === 1) return JSON.stringify([...place, record.command_id, ...event]);
  const second = form > 2 ? [session, confirmer] : [];
  return JSON.stringify([form, ...place, record.person, ...second, record.command_id, record.coup, ...event]);
}

/**
 * Walk the chain; `progress` is called with the part that is done.
 * @param {ExportedLog} log @param {(part: number) => void} progress
 * @returns {Promise<{whole: boolean, events: number, hash: string, fault?: Fault}>}
 */
export async function verifyChain({ records, head }, progress = () => {}) {
  let last = GENESIS;
  let version = 0;
  const wrong = (/** @type {Fault["why"]} */ why) => ({ whole: false, events: version, hash: last, fault: { version: version + 1, why } });
  for (const record of records) {
    if (record.version !== version + 1) return wrong("number");
    if (record.previous_hash !== last) return wrong("link");
    if ((await sha256(content(record))) !== record.hash) return wrong("hash");
    if (record.postings.reduce((sum, posting) => sum + posting.amount, 0) !== 0) return wrong("money");
    last = record.hash;
    version = record.version;
    if (version % 250 === 0) progress(version / records.length);
  }
  if (!head || head.version !== version || head.hash !== last) return wrong("head");
  return { whole: true, events: version, hash: last };
}

/** The shoes of a log. @param {ExportedEvent[]} records */
export const shoesOf = (records) => shoesIn(records.map((record) => /** @type {Api.ClosedShoeView["events"][number]} */ (
  { version: record.version, kind: record.kind, .../** @type {object} */ (JSON.parse(record.body)) })));
