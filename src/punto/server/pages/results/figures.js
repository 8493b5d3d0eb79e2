// Figures of a report as they are printed: exact fractions to the unit, deviations with their sign.

import { money } from "../lib/money.js";

/** To the unit, halves away from nothing. @param {number} value */
export const about = (value) => money(Math.sign(value) * Math.round(Math.abs(value)));

/** An exact fraction, "n/d", to the unit; its digits may be longer than any number here holds. @param {string} exact */
export function units(exact) {
  const [over, under = 1n] = exact.split("/").map(BigInt);
  const half = over < 0n ? -under : under;
  return money((2n * over + half) / (2n * under));
}

/** An exact fraction to two digits after the point, as far as it has them. @param {string} exact */
export function hundredths(exact) {
  const [over, under = 1n] = exact.split("/").map(BigInt);
  const size = over < 0n ? -over : over;
  const rounded = (200n * size + under) / (2n * under);
  const digits = String(rounded % 100n).padStart(2, "0").replace(/0+$/, "");
  return `${over < 0n && rounded ? "−" : ""}${money(rounded / 100n)}${digits && `.${digits}`}`;
}

/** An exact fraction as a number to draw with. @param {string} exact */
export function drawn(exact) {
  const [over, under = 1n] = exact.split("/").map(BigInt);
  return Number((over * 1000n) / under) / 1000;
}

/** @param {number} z */
export function signedZ(z) {
  const size = Math.abs(z).toFixed(2);
  return `${z < 0 && Number(size) ? "−" : "+"}${size}`;
}

/** @param {number} value of a hundred */
export const share = (value) => value.toFixed(2).replace("-", "−");
