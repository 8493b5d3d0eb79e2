// What people have of a closed shoe: the house's answer, an exported log, receipts. Each is read for its events.

/** @typedef {Api.ClosedShoeView["events"]} Events */

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** JSON as one value, or a value a line. @param {string} text @returns {unknown[]} */
function values(text) {
  try {
    return [JSON.parse(text)];
  } catch {
    return text.split("\n").filter((line) => line.trim()).map((line) => JSON.parse(line));
  }
}

/** The events in a value: those of an answer, of a list, of a line of an exported log. @param {unknown} value @returns {unknown[]} */
function eventsIn(value) {
  if (Array.isArray(value)) return value.flatMap(eventsIn);
  if (!isObject(value)) return [];
  if (Array.isArray(value.events)) return value.events.flatMap(eventsIn);
  if (value.line === "event" && isObject(value.event)) return eventsIn(value.event);
  // An exported log has the event as the text that was hashed.
  if (typeof value.body === "string") return [{ .../** @type {object} */ (JSON.parse(value.body)), version: value.version, at: value.at, table: value.table, kind: value.kind }];
  return typeof value.kind === "string" ? [value] : [];
}

/** @param {unknown} value @returns {value is Api.Receipt} */
const isReceipt = (value) => isObject(value) && ["table", "hash", "sealed_as", "entropy", "key", "signature"].every((name) => typeof value[name] === "string");

/**
 * Events and receipts in a text; null where it is no JSON.
 * @param {string} text @returns {{events: Events, receipts: Api.Receipt[]} | null}
 */
export function readShoeFile(text) {
  try {
    const entries = values(text);
    return { events: /** @type {Events} */ (entries.flatMap(eventsIn)), receipts: entries.flat().filter(isReceipt) };
  } catch {
    return null;
  }
}

/** The same shoe with two cards of its revealed order exchanged, to see it found out. @param {Events} events @returns {Events} */
export function forged(events) {
  return events.map((event) => {
    if (event.kind !== "shoe_closed" || !event.order) return event;
    const cards = event.order.split(" ");
    const other = cards.findIndex((card) => card !== cards[0]);
    [cards[0], cards[other]] = [cards[other], cards[0]];
    return { ...event, order: cards.join(" ") };
  });
}
