// The heads that this browser was shown, and what the house says otherwise than they do.

/** @typedef {Api.SignedHeads} SignedHeads */
/** @typedef {Api.SignedHeads["heads"][number]} Head */
/** @typedef {{table: string, version: number, at: string, how: "other" | "back" | "gone" | "rewritten"}} Contradiction `at` is when the kept head was signed */

const KEPT = 100;
/** The house takes no more in one question. */
const ASKED = 200;
/** Two processes of a house sign each by a clock of its own: what was signed so close together has no order. */
const SAME_MOMENT_MS = 60_000;

/** What a later line contradicts of one that was kept. @param {SignedHeads} kept @param {SignedHeads} line @returns {Contradiction[]} */
function between(kept, line) {
  const now = new Map(line.heads.map((head) => [head.table, head]));
  const later = Date.parse(line.at) - Date.parse(kept.at) > SAME_MOMENT_MS;
  return kept.heads.flatMap(({ table, version, hash }) => {
    const head = now.get(table);
    const how = !head ? later && "gone" : head.version === version ? head.hash !== hash && "other" : later && head.version < version && "back";
    return how ? [{ table, version, at: kept.at, how }] : [];
  });
}

/** What a line contradicts of all that were kept, each log once. @param {SignedHeads[]} kept @param {SignedHeads} line */
export function contradicted(kept, line) {
  /** @type {Map<string, Contradiction>} */
  const found = new Map();
  for (const before of kept) for (const one of between(before, line)) if (!found.has(one.table)) found.set(one.table, one);
  return [...found.values()];
}

/** The lines kept after one more was shown; the first stays, for it reaches back furthest. @param {SignedHeads[]} kept @param {SignedHeads} line */
export function withLine(kept, line) {
  if (kept.some((one) => one.signature === line.signature)) return kept;
  const all = [...kept, line];
  return all.length > KEPT ? [all[0], ...all.slice(1 - KEPT)] : all;
}

/** What the house is asked to have still, in as many questions as it takes: of every log the oldest and the newest that were kept. @param {SignedHeads[]} kept @returns {Head[][]} */
export function toAsk(kept) {
  /** @type {Map<string, Head>} */
  const oldest = new Map();
  /** @type {Map<string, Head>} */
  const newest = new Map();
  for (const { heads } of kept) {
    for (const head of heads) {
      if (!oldest.has(head.table)) oldest.set(head.table, head);
      newest.set(head.table, head);
    }
  }
  const asked = [...oldest].flatMap(([table, head]) => (newest.get(table) === head ? [head] : [head, newest.get(table) ?? head]));
  return Array.from({ length: Math.ceil(asked.length / ASKED) }, (_, part) => asked.slice(part * ASKED, (part + 1) * ASKED));
}

/** The kept line in which a head stands. @param {SignedHeads[]} kept @param {{table: string, version: number, hash: string}} head @returns {Contradiction} */
export function rewritten(kept, head) {
  const line = kept.find(({ heads }) => heads.some((one) => one.table === head.table && one.version === head.version && one.hash === head.hash));
  return { table: head.table, version: head.version, at: line?.at ?? "", how: "rewritten" };
}
