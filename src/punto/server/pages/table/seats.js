// Where somebody bets at a table, and how: from the bets that lie there.

/** @typedef {"seated" | "standing"} Stance */
/** @typedef {Pick<Api.LaidBet, "patron" | "box" | "stance">} Seat */

/** The stances somebody could take at a box; the first is what one would expect. @param {Seat[]} bets @param {string} me @param {number} box @returns {Stance[]} */
export function stancesAt(bets, me, box) {
  const here = bets.filter((one) => one.box === box);
  const mine = here.find((one) => one.patron === me);
  if (mine) return [mine.stance];
  return here.some((one) => one.stance === "seated") ? ["standing"] : ["seated", "standing"];
}

/** Where I bet already, else where I sat last, else the first free box. @param {Seat[]} bets @param {string} me @param {number} boxes @param {number} last */
export function firstBox(bets, me, boxes, last) {
  const mine = bets.find((one) => one.patron === me);
  if (mine) return mine.box;
  if (last >= 1 && last <= boxes) return last;
  const taken = new Set(bets.filter((one) => one.stance === "seated").map((one) => one.box));
  return Array.from({ length: boxes }, (_, place) => place + 1).find((box) => !taken.has(box)) ?? 1;
}
