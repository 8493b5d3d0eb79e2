// What chips there are, and which make an amount.

export const WORTHS = [1, 5, 25, 100, 500, 1_000, 5_000, 25_000, 100_000, 500_000, 1_000_000];

/** The fewest chips that make an amount, largest first, at most so many. @param {number} amount */
export function chipsFor(amount, most = 5) {
  const chips = [];
  let left = amount;
  for (const worth of WORTHS.toReversed()) {
    while (left >= worth && chips.length < most) {
      chips.push(worth);
      left -= worth;
    }
  }
  return chips;
}

/** A name short enough for a chip: "Seat 5" is S5, "Second Guest" SG. @param {string} name */
export const initials = (name) => name.split(/\s+/).map((word) => (/^\d+$/.test(word) ? word : [...word].slice(0, 1).join("").toUpperCase())).join("").slice(0, 3);
