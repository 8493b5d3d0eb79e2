// <punto-refusal>: why something was refused, in the page's language.
//
// The server says it in English. The Chinese sentences are a file of their own, which an English page never loads.

import { Drawn, define, h, put } from "./element.js";
import { language, whenSpoken } from "./i18n.js";

let sentences;

/** The Chinese sentences, or null where they cannot be had: then English is better than nothing. */
function load() {
  sentences ??= import("./refusals.zh.js").catch(() => {
    sentences = undefined;
    return null;
  });
  return sentences;
}

// They must be here before the connection is lost, because that is one of the things to say.
const prepare = () => language() === "zh" && load();
prepare();
whenSpoken(prepare);

class Refusal extends Drawn {
  async draw() {
    const { code, message } = this.error;
    const chinese = language() === "zh" ? await load() : null;
    if (!chinese || language() !== "zh") return void put(this, h("span", { lang: "en" }, message));
    const whole = chinese.WHOLE[code];
    put(this, h("span", {}, whole ?? chinese.PART[code] ?? chinese.OTHER), !whole && h("small", { lang: "en" }, message));
  }
}

define("punto-refusal", Refusal);

/** The element that says why. @param {import("./api.js").ApiError} error @returns {HTMLElement} */
export function why(error) {
  const element = h("punto-refusal");
  element.error = error;
  return element;
}
