// Exact fractions of big integers, always in lowest terms.

/** @typedef {{over: bigint, under: bigint}} Fraction `under` is above nothing */

/** @param {bigint} value @param {bigint} other */
function divisor(value, other) {
  let [a, b] = [value < 0n ? -value : value, other];
  while (b) [a, b] = [b, a % b];
  return a;
}

/** @param {bigint} over @param {bigint} under above nothing @returns {Fraction} */
export function fraction(over, under = 1n) {
  const by = divisor(over, under);
  return { over: over / by, under: under / by };
}

/** "19/20" as a fraction. @param {string} text @returns {Fraction} */
export function read(text) {
  const [over, under = "1"] = text.split("/");
  return fraction(BigInt(over), BigInt(under));
}

/** Always with its denominator. @param {Fraction} value */
export const exact = ({ over, under }) => `${over}/${under}`;

/** @param {Fraction} value @param {Fraction} other */
export const minus = (value, other) => fraction(value.over * other.under - other.over * value.under, value.under * other.under);

/** @param {Fraction} value @param {Fraction} other */
export const times = (value, other) => fraction(value.over * other.over, value.under * other.under);

/** @param {Fraction} value @param {Fraction} other other than nothing */
export const over = (value, other) => (other.over < 0n
  ? fraction(-value.over * other.under, -other.over * value.under)
  : fraction(value.over * other.under, value.under * other.over));

/** The same over one denominator. @param {Fraction[]} values @returns {{overs: bigint[], under: bigint}} */
export function together(values) {
  const under = values.reduce((all, value) => (all / divisor(all, value.under)) * value.under, 1n);
  return { overs: values.map((value) => value.over * (under / value.under)), under };
}

/** @param {bigint} value above nothing */
const bits = (value) => value.toString(2).length;

/**
 * The nearest number, rounded once (ties to even): 64 bits of the quotient, the last one set if anything is left. Where
 * it is neither above nor below what a number holds in full, which no figure of a sheet is.
 * @param {Fraction} value
 */
export function nearest({ over: top, under }) {
  if (!top) return 0;
  const size = top < 0n ? -top : top;
  const shift = 64 - bits(size) + bits(under);
  const [scaled, by] = shift >= 0 ? [size << BigInt(shift), under] : [size, under << BigInt(-shift)];
  const quotient = (scaled / by) << 1n | (scaled % by ? 1n : 0n);
  const number = Number(quotient) * 2 ** (-shift - 1);
  return top < 0n ? -number : number;
}

/** In hundredths, as the nearest number. @param {Fraction} value */
export const percent = (value) => nearest(fraction(value.over * 100n, value.under));
