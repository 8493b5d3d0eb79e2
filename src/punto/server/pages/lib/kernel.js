// The C core as WebAssembly: exact counts of how coups end, from any composition by card value.

/** @typedef {{naturals: number, player_draws: number, banker_draws_alone: number, banker_draws_on: number[]}} Masks bit t of a mask is the total t */
/** @typedef {{memory: WebAssembly.Memory, __heap_base: WebAssembly.Global<"i32">, punto_plan_size: () => number, punto_plan: (tableau: number, plan: number) => void, punto_counts: (plan: number, compositions: number, n: bigint, path: number, out: number) => bigint}} Core what the module exports */

export const CELLS = 1000;
export const MOST_CARDS = 1450;

/** Two lanes where there is more than one composition: whatever is quickest. */
const BEST = -1;

/** A place in the core's memory begins at a multiple of this. */
const STEP = 16;

/** Below the module, beside this file. */
const HOME = new URL("./kernel.wasm", import.meta.url);

export class Kernel {
  #core;
  #tableau;
  #plan;
  #room;
  /** The tableau that the plan was made of. @type {Masks | null} */
  #planned = null;

  /** @param {Core} core */
  constructor(core) {
    this.#core = core;
    this.#tableau = Math.ceil(core.__heap_base.value / STEP) * STEP;
    this.#plan = this.#tableau + 13 * 4 + 12;
    this.#room = Math.ceil((this.#plan + core.punto_plan_size()) / STEP) * STEP;
  }

  /** The thousand cells of one composition [10]. @param {Masks} tableau @param {ArrayLike<number>} values */
  counts(tableau, values) {
    return this.countsOfMany(tableau, values);
  }

  /** All cells of many compositions, one after another: [n * 10] numbers of cards in, [n * 1000] counts out. @param {Masks} tableau @param {ArrayLike<number>} compositions */
  countsOfMany(tableau, compositions) {
    const n = compositions.length / 10;
    const out = this.#room + n * 10 * 8;
    this.#reserve(out + n * CELLS * 8);
    this.#prepare(tableau);
    const { buffer } = this.#core.memory;
    new BigInt64Array(buffer, this.#room, n * 10).set(Array.from(compositions, BigInt));
    const fault = this.#core.punto_counts(this.#plan, this.#room, BigInt(n), BEST, out);
    if (fault) throw new RangeError(`composition ${fault / 8n} cannot be counted: ${fault % 8n}`);
    return new BigInt64Array(buffer, out, n * CELLS).slice();
  }

  /** @param {number} end */
  #reserve(end) {
    const { memory } = this.#core;
    const pages = Math.ceil((end - memory.buffer.byteLength) / 65_536);
    if (pages > 0) memory.grow(pages);
  }

  /** Makes the plan of a tableau, once for as long as it is the same. @param {Masks} tableau */
  #prepare(tableau) {
    if (this.#planned === tableau) return;
    const { naturals, player_draws, banker_draws_alone, banker_draws_on } = tableau;
    new Int32Array(this.#core.memory.buffer, this.#tableau, 13).set([naturals, player_draws, banker_draws_alone, ...banker_draws_on]);
    this.#core.punto_plan(this.#tableau, this.#plan);
    this.#planned = tableau;
  }
}

/** Loads the module; rejected where there is none, or where the browser or the page's content policy does not run it. @param {URL | string} address */
export async function loadKernel(address = HOME) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`no kernel: ${answer.status}`);
  return kernelOf(await answer.arrayBuffer());
}

/** @param {BufferSource} octets of the module */
export async function kernelOf(octets) {
  const { instance } = await WebAssembly.instantiate(octets, {});
  return new Kernel(/** @type {Core} */ (/** @type {unknown} */ (instance.exports)));
}
