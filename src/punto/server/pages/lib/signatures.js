// What the house has signed: where its logs ended, and receipts for bytes that seats revealed (docs/heads.md, docs/shoe.md).

import { bytesOf } from "./entropy.js";
import { joined } from "./fields.js";
import { digest, hex } from "./sha256.js";

/** @typedef {Api.SignedHeads} SignedHeads */
/** @typedef {Api.Receipt} Receipt */

/** @param {SignedHeads} signed */
export const headsMessage = ({ at, heads }) => joined("punto heads 1", at, heads.length, ...heads.flatMap(({ table, version, hash }) => [table, version, hash]));

/** What two people can compare at a glance. @param {SignedHeads} signed */
export const headsDigest = async (signed) => hex(await digest(headsMessage(signed)));

/** @param {Receipt} r */
export const receiptMessage = (r) => joined("punto receipt 1", r.table, r.version, r.hash, r.shoe, r.sealed_as, r.box, r.patron, bytesOf(r.entropy));

/**
 * Whether a key has signed this. Null where this browser cannot tell: it has no Ed25519, or the page is no secure context.
 * @param {{key: string, signature: string}} signed @param {Uint8Array<ArrayBuffer>} message @returns {Promise<boolean | null>}
 */
export async function signatureHolds({ key, signature }, message) {
  if (!globalThis.crypto?.subtle) return null;
  let publicKey;
  try {
    publicKey = await crypto.subtle.importKey("raw", bytesOf(key), { name: "Ed25519" }, false, ["verify"]);
  } catch (error) {
    return error instanceof DOMException && error.name === "NotSupportedError" ? null : false;
  }
  return crypto.subtle.verify({ name: "Ed25519" }, publicKey, bytesOf(signature), message);
}
