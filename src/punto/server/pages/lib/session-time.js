// When a session ends and what a page does about it. Free of the document, so that Node can try it.

/** So long before the end a page asks whether somebody is there. */
export const ASK_MS = 60_000;

/**
 * What is to be done about the end of a session: "wait" so many milliseconds and look again; "ask" whether somebody is still
 * there; "warn" that it ends whatever they do; "over". `at` is the moment it ends, null where it never does.
 * @param {Pick<Api.SessionView, "idle_until" | "ends_at">} session @param {number} now by the server's clock
 * @returns {{what: "wait" | "ask" | "warn" | "over", at: string | null, ms: number}}
 */
export function sessionStep({ idle_until: idle, ends_at: end }, now) {
  const aged = end !== null && (idle === null || Date.parse(end) <= Date.parse(idle));
  const at = aged ? end : idle;
  if (at === null) return { what: "wait", at, ms: Infinity };
  const left = Date.parse(at) - now;
  if (left <= 0) return { what: "over", at, ms: 0 };
  if (left > ASK_MS) return { what: "wait", at, ms: left - ASK_MS };
  return { what: aged ? "warn" : "ask", at, ms: left };
}

/** Whether a key, a click or a touch is to be reported: not more often than the server wants to hear of it. @param {number} last when the last report was sent @param {number} now @param {number} seconds */
export const worthReporting = (last, now, seconds) => now - last >= seconds * 1000;
