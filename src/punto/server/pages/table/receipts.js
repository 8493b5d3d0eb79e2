// Receipts for the bytes that this browser revealed: the house's signature, so that it cannot say that none came.

import { receiptMessage, signatureHolds } from "../lib/signatures.js";

/** @typedef {import("../lib/shoes.js").Shoe} Shoe */
/** @typedef {Api.Receipt} Receipt */
/** @typedef {{receipt: Receipt | null, holds: boolean | null, recorded: boolean}} ReceiptCheck `recorded` is whether the log of the shoe says the same */

const MOST_RECEIPTS = 4;

/** @param {string} table */
const placeOf = (table) => `punto.receipts.${table}`;

/** By the number of the shoe; null where bytes were shown and no receipt came. @param {string} table */
const receiptsOf = (table) => /** @type {Record<string, Receipt | null>} */ (JSON.parse(localStorage.getItem(placeOf(table)) ?? "{}"));

/** @param {string} table @param {number} shoe @param {Receipt | null} receipt */
export function keepReceipt(table, shoe, receipt) {
  const receipts = receiptsOf(table);
  receipts[shoe] = receipt;
  for (const old of Object.keys(receipts).map(Number).sort((first, second) => first - second).slice(0, -MOST_RECEIPTS)) delete receipts[old];
  localStorage.setItem(placeOf(table), JSON.stringify(receipts));
}

/** What this browser has of a closed shoe, held against its log; null where it had no part in it. @param {string} table @param {Shoe} shoe @returns {Promise<ReceiptCheck | null>} */
export async function receiptFor(table, shoe) {
  const receipt = receiptsOf(table)[shoe.number];
  if (receipt === undefined) return null;
  if (receipt === null) return { receipt, holds: false, recorded: false };
  const seat = shoe.seats.find((seat) => seat.box === receipt.box);
  const recorded = seat?.entropy === receipt.entropy && receipt.sealed_as === shoe.commitment && receipt.shoe === shoe.number;
  return { receipt, holds: await signatureHolds(receipt, receiptMessage(receipt)), recorded };
}
