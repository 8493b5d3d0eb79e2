// Receipts for the bytes that this browser revealed: the house's signature, so that it cannot say that none came.

import { receiptMessage, signatureHolds } from "../lib/signatures.js";

/** @typedef {import("../lib/shoes.js").Shoe} Shoe */
/** @typedef {Api.Receipt} Receipt */
/** @typedef {{receipt: Receipt | null, holds: boolean | null, told: boolean}} Found `told` is whether the log of the shoe says the same */

const KEPT = 4;

/** @param {string} table */
const placeOf = (table) => `punto.receipts.${table}`;

/** By the number of the shoe; null where bytes were shown and no receipt came. @param {string} table */
const receiptsOf = (table) => /** @type {Record<string, Receipt | null>} */ (JSON.parse(localStorage.getItem(placeOf(table)) ?? "{}"));

/** @param {string} table @param {number} shoe @param {Receipt | null} receipt */
export function keepReceipt(table, shoe, receipt) {
  const kept = receiptsOf(table);
  kept[shoe] = receipt;
  for (const old of Object.keys(kept).map(Number).sort((one, two) => one - two).slice(0, -KEPT)) delete kept[old];
  localStorage.setItem(placeOf(table), JSON.stringify(kept));
}

/** What this browser has of a closed shoe, held against its log; null where it had no part in it. @param {string} table @param {Shoe} shoe @returns {Promise<Found | null>} */
export async function receiptFor(table, shoe) {
  const receipt = receiptsOf(table)[shoe.number];
  if (receipt === undefined) return null;
  if (receipt === null) return { receipt, holds: false, told: false };
  const seat = shoe.seats.find((one) => one.box === receipt.box);
  const told = seat?.entropy === receipt.entropy && receipt.sealed_as === shoe.commitment && receipt.shoe === shoe.number;
  return { receipt, holds: await signatureHolds(receipt, receiptMessage(receipt)), told };
}
