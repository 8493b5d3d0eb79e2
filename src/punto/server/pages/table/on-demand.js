// What is fetched when it is first opened: the first drawing of the table does not wait for it.

import { notReached } from "../lib/api.js";
import { sayRefused } from "../lib/toast.js";

/** @template {unknown[]} A */
export class OnDemand {
  #load;
  /** @type {{open: (...of: A) => unknown, update?: () => void} | null} */
  #part = null;

  /** @param {() => Promise<{open: (...of: A) => unknown, update?: () => void}>} load */
  constructor(load) {
    this.#load = load;
  }

  /** Without a connection it is said that there is none, and the next press tries again. @param {A} of */
  async open(...of) {
    try {
      this.#part ??= await this.#load();
    } catch {
      return void sayRefused(notReached());
    }
    return this.#part.open(...of);
  }

  /** Keep what is open up to date. */
  update() {
    this.#part?.update?.();
  }
}
