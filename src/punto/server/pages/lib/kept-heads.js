// The heads that this browser was shown, and how the house contradicts them.

/** @typedef {Api.SignedHeads} SignedHeads */
/** @typedef {Api.SignedHeads["heads"][number]} Head */
/** @typedef {{table: string, version: number, at: string, how: "other" | "back" | "gone" | "rewritten"}} Contradiction `at` is when the kept head was signed */

const MOST_LINES = 100;
/** The house takes no more in one question. */
const MOST_ASKED = 200;
/** Two processes of a house sign each by a clock of its own: what was signed so close together has no order. */
const SAME_MOMENT_MS = 60_000;

/** What a later line contradicts in an earlier one. @param {SignedHeads} earlier @param {SignedHeads} line @returns {Contradiction[]} */
function between(earlier, line) {
  const now = new Map(line.heads.map((head) => [head.table, head]));
  const later = Date.parse(line.at) - Date.parse(earlier.at) > SAME_MOMENT_MS;
  return earlier.heads.flatMap(({ table, version, hash }) => {
    const head = now.get(table);
    const how = !head ? later && "gone" : head.version === version ? head.hash !== hash && "other" : later && head.version < version && "back";
    return how ? [{ table, version, at: earlier.at, how }] : [];
  });
}

/** What a line contradicts in all earlier ones, each log once. @param {SignedHeads[]} lines @param {SignedHeads} line */
export function contradicted(lines, line) {
  /** @type {Map<string, Contradiction>} */
  const contradictions = new Map();
  for (const before of lines) for (const contradiction of between(before, line)) if (!contradictions.has(contradiction.table)) contradictions.set(contradiction.table, contradiction);
  return [...contradictions.values()];
}

/** The lines kept after one more was shown; the first stays, for it reaches back furthest. @param {SignedHeads[]} lines @param {SignedHeads} line */
export function withLine(lines, line) {
  if (lines.some((earlier) => earlier.signature === line.signature)) return lines;
  const all = [...lines, line];
  return all.length > MOST_LINES ? [all[0], ...all.slice(1 - MOST_LINES)] : all;
}

/** The heads to ask the house for, in as many questions as it takes: the oldest and the newest kept of every log. @param {SignedHeads[]} lines @returns {Head[][]} */
export function toAsk(lines) {
  /** @type {Map<string, Head>} */
  const oldest = new Map();
  /** @type {Map<string, Head>} */
  const newest = new Map();
  for (const { heads } of lines) {
    for (const head of heads) {
      if (!oldest.has(head.table)) oldest.set(head.table, head);
      newest.set(head.table, head);
    }
  }
  const heads = [...oldest].flatMap(([table, head]) => (newest.get(table) === head ? [head] : [head, newest.get(table) ?? head]));
  return Array.from({ length: Math.ceil(heads.length / MOST_ASKED) }, (_, part) => heads.slice(part * MOST_ASKED, (part + 1) * MOST_ASKED));
}

/** The kept line in which a head stands. @param {SignedHeads[]} lines @param {{table: string, version: number, hash: string}} head @returns {Contradiction} */
export function rewritten(lines, head) {
  const line = lines.find(({ heads }) => heads.some((entry) => entry.table === head.table && entry.version === head.version && entry.hash === head.hash));
  return { table: head.table, version: head.version, at: line?.at ?? "", how: "rewritten" };
}
