// SHA-256 of a text, in hex: the browser's own where the page is a secure context, else ours.

const encoder = new TextEncoder();
/** @param {Uint8Array} bytes */
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text @returns {Promise<string>} */
export async function sha256(text) {
  return hex(await digest(encoder.encode(text)));
}

/** The same of bytes, as bytes. @param {Uint8Array<ArrayBuffer>} bytes @returns {Promise<Uint8Array>} */
export async function digest(bytes) {
  if (globalThis.crypto?.subtle) return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return plain(bytes);
}

/** The constants: the first 32 bits of the fractional parts of square and cube roots of the first primes. */
function constants() {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  const part = (/** @type {number} */ root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
  return { start: primes.slice(0, 8).map((prime) => part(Math.sqrt(prime))), round: primes.map((prime) => part(Math.cbrt(prime))) };
}

const { start, round } = constants();
/** @param {number} word @param {number} by */
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** SHA-256 by the book (FIPS 180-4). @param {Uint8Array} bytes @returns {Uint8Array} */
export function plain(bytes) {
  const size = Math.ceil((bytes.length + 9) / 64) * 64;
  const padded = new Uint8Array(size);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(size - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(size - 4, (bytes.length << 3) >>> 0);
  const state = Int32Array.from(start);
  const words = new Int32Array(64);
  for (let block = 0; block < size; block += 64) {
    for (let at = 0; at < 16; at++) words[at] = view.getInt32(block + at * 4);
    for (let at = 16; at < 64; at++) {
      const [w15, w2] = [words[at - 15], words[at - 2]];
      words[at] = (words[at - 16] + (turn(w15, 7) ^ turn(w15, 18) ^ (w15 >>> 3)) + words[at - 7] + (turn(w2, 17) ^ turn(w2, 19) ^ (w2 >>> 10))) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let at = 0; at < 64; at++) {
      const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + round[at] + words[at]) | 0;
      const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, at) => { state[at] = (state[at] + word) | 0; });
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => out.setInt32(at * 4, word));
  return new Uint8Array(out.buffer);
}
