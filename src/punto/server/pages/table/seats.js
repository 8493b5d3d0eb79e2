// Where somebody bets at a table, and how: from the bets that lie there.

/** @typedef {"seated" | "standing"} Stance */
/** @typedef {Pick<Api.LaidBet, "patron" | "box" | "stance">} Seat */

/** The stances somebody could take at a box; the first is what one would expect. @param {Seat[]} bets @param {string} me @param {number} box @returns {Stance[]} */
export function stancesAt(bets, me, box) {
  const here = bets.filter((seat) => seat.box === box);
  const mine = here.find((seat) => seat.patron === me);
  if (mine) return [mine.stance];
  return here.some((seat) => seat.stance === "seated") ? ["standing"] : ["seated", "standing"];
}

/** Where I bet already, else where I sat last, else the first free box. @param {Seat[]} bets @param {string} me @param {number} boxes @param {number} last */
export function firstBox(bets, me, boxes, last) {
  const mine = bets.find((seat) => seat.patron === me);
  if (mine) return mine.box;
  if (last >= 1 && last <= boxes) return last;
  const occupied = new Set(bets.filter((seat) => seat.stance === "seated").map((seat) => seat.box));
  return Array.from({ length: boxes }, (_, place) => place + 1).find((box) => !occupied.has(box)) ?? 1;
}
