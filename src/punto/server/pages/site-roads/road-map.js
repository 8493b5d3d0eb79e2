// The roads of typed results: where each mark of the five roads lies. The big road's columns are runs of one side,
// however long, which the derived roads compare; its cells lie on six rows, and a run without room below turns right.

/** @typedef {"player" | "banker" | "tie"} Winner */
/** @typedef {"red" | "blue"} Colour */
/** @typedef {[winner: Winner, length: number]} Run */

const ROWS = 6;

/** How many columns back each derived road looks. */
const BACK = /** @type {const} */ ({ big_eye_boy: 1, small_road: 2, cockroach_pig: 3 });

/** @param {number} column @param {number} row @param {string} shows @param {number} ties @returns {Api.RoadCell} */
const cell = (column, row, shows, ties = 0) => ({ column, row, shows, ties, player_pair: false, banker_pair: false, points: 0 });

/** Places marks on six rows: down while there is room, else to the right. */
class Pen {
  /** @type {Set<string>} */
  #occupied = new Set();
  #start = -1;
  #column = -1;
  #row = 0;

  newColumn() {
    this.#start += 1;
    while (this.#occupied.has(`${this.#start} 0`)) this.#start += 1; // A tail along the first row may have come this far.
    return this.#put(this.#start, 0);
  }

  onward() {
    const [column, row] = [this.#column, this.#row];
    // A run that has turned right keeps going right: below it lies another run's room.
    const down = column === this.#start && row + 1 < ROWS && !this.#occupied.has(`${column} ${row + 1}`);
    return down ? this.#put(column, row + 1) : this.#put(column + 1, row);
  }

  /** @param {number} column @param {number} row @returns {[number, number]} */
  #put(column, row) {
    this.#occupied.add(`${column} ${row}`);
    [this.#column, this.#row] = [column, row];
    return [column, row];
  }
}

/** @param {Winner[]} results */
function runsOf(results) {
  /** @type {Run[]} */
  const runs = [];
  for (const winner of results) {
    if (winner === "tie") continue;
    const last = runs.at(-1);
    if (last?.[0] === winner) last[1] += 1;
    else runs.push([winner, 1]);
  }
  return runs;
}

/** The mark for the entry at this depth (from one) of this column (from nothing); null before the road starts. @param {number[]} lengths @param {number} column @param {number} depth @param {number} back @returns {Colour | null} */
function colour(lengths, column, depth, back) {
  if (depth === 1) {
    if (column < back + 1) return null;
    // A new column: were the one just ended and the one `back` before it equally long?
    return lengths[column - 1] === lengths[column - 1 - back] ? "red" : "blue";
  }
  if (column < back) return null;
  // Going down: blue only for the first entry that finds no neighbour `back` columns to the left.
  return lengths[column - back] === depth - 1 ? "blue" : "red";
}

/** @param {Run[]} runs @param {number} back */
function derived(runs, back) {
  const lengths = runs.map(([, length]) => length);
  const colours = [];
  for (let column = back; column < lengths.length; column++) {
    for (let depth = 1; depth <= lengths[column]; depth++) {
      const mark = colour(lengths, column, depth, back);
      if (mark) colours.push(mark);
    }
  }
  return colours;
}

/** @param {string[]} marks */
function drawn(marks) {
  const pen = new Pen();
  return marks.map((mark, place) => cell(...(place && marks[place - 1] === mark ? pen.onward() : pen.newColumn()), mark));
}

/** @param {Winner[]} results */
function bigRoad(results) {
  const pen = new Pen();
  /** @type {Api.RoadCell[]} */
  const cells = [];
  let waiting = 0; // Ties before the first win have no mark to stand on yet.
  for (const winner of results) {
    const last = cells.at(-1);
    if (winner !== "tie") {
      cells.push(cell(...(last?.shows === winner ? pen.onward() : pen.newColumn()), winner, waiting));
      waiting = 0;
    } else if (last) cells[cells.length - 1] = { ...last, ties: last.ties + 1 };
    else waiting += 1;
  }
  return waiting ? [cell(0, 0, "tie", waiting)] : cells;
}

/** What each derived road gets if this side wins next. @param {Run[]} runs @param {Winner} side */
function nextMarks(runs, side) {
  const lengths = runs.map(([, length]) => length);
  if (runs.at(-1)?.[0] === side) lengths[lengths.length - 1] += 1;
  else lengths.push(1);
  const last = lengths.length - 1;
  return Object.fromEntries(Object.entries(BACK).map(([name, back]) => [name, colour(lengths, last, lengths[last], back)]));
}

/** All roads of a shoe's results, in order. @param {Winner[]} results */
export function roadMap(results) {
  const runs = runsOf(results);
  const count = (/** @type {Winner} */ winner) => results.filter((result) => result === winner).length;
  return {
    bead_plate: results.map((winner, place) => cell(Math.floor(place / ROWS), place % ROWS, winner)),
    big_road: bigRoad(results),
    big_eye_boy: drawn(derived(runs, BACK.big_eye_boy)),
    small_road: drawn(derived(runs, BACK.small_road)),
    cockroach_pig: drawn(derived(runs, BACK.cockroach_pig)),
    next_if: { player: nextMarks(runs, "player"), banker: nextMarks(runs, "banker") },
    counts: { player: count("player"), banker: count("banker"), tie: count("tie"), coups: results.length },
  };
}

/** @type {Record<string, Winner>} */
const WORDS = { P: "player", B: "banker", T: "tie", PLAYER: "player", BANKER: "banker", TIE: "tie" };
/** Signs of the Chinese scoreboard, old and new. @type {Record<string, Winner>} */
const SIGNS = { "\u9592": "player", "\u95f2": "player", "\u5e84": "banker", "\u838a": "banker", "\u548c": "tie" };

/**
 * Results as people type them: letters as in BPPTB, words, or the signs of a Chinese scoreboard; spaces and commas are nothing.
 * @param {string} text @returns {{results: Winner[], unknown: string[]}} what is no result, each once
 */
export function readResults(text) {
  /** @type {Winner[]} */
  const results = [];
  const unknown = new Set();
  for (const word of text.toUpperCase().split(/[\s,;.]+/).filter(Boolean)) {
    for (const sign of word in WORDS ? [word] : [...word]) {
      const winner = WORDS[sign] ?? SIGNS[sign];
      if (winner) results.push(winner);
      else unknown.add(sign);
    }
  }
  return { results, unknown: [...unknown] };
}
