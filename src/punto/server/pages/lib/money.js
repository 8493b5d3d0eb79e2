// Whole units and printed odds. Nothing here is a float: stakes are integers and odds are fractions.

/**
 * 12500 as "12,500", and below nothing with a minus sign. Not by `Intl.NumberFormat`: a new browser takes some ten
 * milliseconds for the first of those, and every page has money on it.
 * @param {number | bigint} units
 */
export const money = (units) => String(units).replace(/\B(?=(\d{3})+$)/g, ",").replace("-", "−");

/** With its sign: "+1,200", "−50", "0". @param {number} units */
export const signed = (units) => (units > 0 ? `+${money(units)}` : units < 0 ? `−${money(-units)}` : "0");

/** Short enough to stand on a chip: 500, 1K, 2.5K, 1M. @param {number} units */
export function short(units) {
  if (units >= 1_000_000) return `${+(units / 1_000_000).toFixed(units % 1_000_000 ? 2 : 0)}M`;
  if (units >= 1_000) return `${+(units / 1_000).toFixed(units % 1_000 ? 2 : 0)}K`;
  return String(units);
}

/** @param {string} text */
function fraction(text) {
  const [whole, part = ""] = text.split(".");
  return { over: Number(whole + part), under: 10 ** part.length };
}

/**
 * What printed odds win on top of a stake, as a fraction: "1.5 to 1" is 3/2, "1 to 2" is 1/2, "21 for 1" is 20.
 * @param {string} text
 * @returns {{over: number, under: number} | null} null for a push
 */
export function readOdds(text) {
  const match = /^([\d.]+) (to|for) ([\d.]+)$/.exec(text);
  if (!match) return /^[\d.]+$/.test(text) ? fraction(text) : null;
  const [left, right] = [fraction(match[1]), fraction(match[3])];
  const over = left.over * right.under;
  const under = left.under * right.over;
  return match[2] === "to" ? { over, under } : { over: over - under, under };
}

/** Winnings on a stake at printed odds, rounded down to whole units as most tables do. @param {number} stake @param {string} odds */
export function winnings(stake, odds) {
  const at = readOdds(odds);
  return at ? Math.floor((stake * at.over) / at.under) : 0;
}

/** Odds as the felt prints them, short: "8 to 1" as "8 : 1". @param {string} text */
export const ratio = (text) => text.replace(" to ", " : ");

/** A percentage with so many places. @param {number} value */
export const percent = (value, places = 2) => `${value.toFixed(places)} %`;

const MOST_DIGITS = 6;

/** "25/2" as [25n, 2n], and a whole number with 1n beneath it. @param {string} exact */
export function parts(exact) {
  const [over, under = 1n] = exact.split("/").map(BigInt);
  return [over, under];
}

/** "25/2" as "12.5"; a fraction whose digits do not end stays one. @param {string} exact */
export function exactly(exact) {
  const [over, under] = parts(exact);
  const whole = money(Number(over / under));
  if (under === 1n) return whole;
  for (let digits = 1; digits <= MOST_DIGITS; digits += 1) {
    const rest = (over % under) * 10n ** BigInt(digits);
    if (rest % under === 0n) return `${whole}.${String(rest / under).padStart(digits, "0")}`;
  }
  return exact;
}
