// <punto-refusal>: why something was refused, in the page's language.
//
// The server says it in English. The Chinese sentences are a file of their own, which an English page never loads.

import { PageElement } from "./draw.js";
import { define, h } from "./element.js";
import { language, whenSpoken } from "./i18n.js";

/** @typedef {{whole: Record<string, string>, part: Record<string, string>, other: string}} Sentences `whole` say all that the English ones do, `other` is for a code younger than the page */

/** The answer to a command that waits for a second person: it is on record, and nothing is done yet. */
export const WAITS = "second_person_needed";

/** @type {Sentences | null} */
let sentences = null;

let loading = false;

/** Get the Chinese sentences; where they cannot be had English is better than nothing, and they are asked for again. */
async function load() {
  loading = true;
  try {
    const file = await fetch(new URL("./refusals.zh.json", import.meta.url));
    sentences = /** @type {Sentences} */ (await file.json());
  } catch {
    sentences = null;
  }
  loading = false;
  for (const element of document.querySelectorAll("punto-refusal")) element.changed();
}

// They must be here before the connection is lost, because that is one of the things to say.
const prepare = () => { if (language() === "zh" && !sentences && !loading) load(); };
prepare();
whenSpoken(prepare);

export class Refusal extends PageElement {
  /** @type {{code: string, message: string} | null} */
  #error = null;

  /** What was refused: the server's answer. */
  set error(error) {
    this.#error = error;
    this.changed();
  }

  get error() {
    return this.#error;
  }

  connectedCallback() {
    prepare();
    super.connectedCallback();
  }

  view() {
    if (!this.#error || (language() === "zh" && loading)) return null;
    const { code, message } = this.#error;
    if (language() !== "zh" || !sentences) return h("span", { lang: "en" }, message);
    const whole = sentences.whole[code];
    return [h("span", {}, whole ?? sentences.part[code] ?? sentences.other), !whole && h("small", { lang: "en" }, message)];
  }
}

define("punto-refusal", Refusal);

/** The element that says why. @param {{code: string, message: string}} error */
export const why = (error) => h("punto-refusal", { props: { error } });
