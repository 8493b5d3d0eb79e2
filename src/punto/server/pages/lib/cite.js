// <punto-cite>: a paragraph number that says in our words what the paragraph is about, on hover, focus or tap. With `mark`
// a sign stands for the number where there is no room for it.

import { PageElement } from "./draw.js";
import { define, h, listen } from "./element.js";
import { language, t } from "./i18n.js";

/** @type {Record<string, string>} */
let paragraphs = {};

/** What each paragraph and each reading of a rulebook says, by what cites it. @param {Pick<Api.RulebookView, "paragraphs" | "readings">} book @returns {Record<string, string>} */
export const wordsOf = (book) => Object.fromEntries([
  ...book.paragraphs.map((paragraph) => [paragraph.number, paragraph.says]),
  ...book.readings.map((reading) => [`reading:${reading.id}`, reading.reads]),
]);

/** Tell the page which document it speaks of: numbers and readings to our words. @param {Record<string, string> | null | undefined} words */
export function setParagraphs(words) {
  paragraphs = words ?? {};
}

/** A paragraph in our words, which there are in English only: a Chinese page says so. @param {string | null | undefined} words @returns {Draw.Child} */
export const says = (words) => words && [language() === "zh" && t("cite.english"), h("span", { lang: "en" }, words)];

let numbered = 0;

export class Cite extends PageElement {
  static observedAttributes = ["of", "mark"];
  #id = `cite-${++numbered}`;

  connectedCallback() {
    listen(this, "mouseenter", () => this.#show());
    listen(this, "mouseleave", () => this.#leave());
    super.connectedCallback();
  }

  attributeChangedCallback() {
    this.classList.remove("open"); // It is about another paragraph now than the one that was opened.
    super.attributeChangedCallback();
  }

  view() {
    const cite = this.getAttribute("of") ?? "";
    if (!cite) return null;
    const words = paragraphs[cite];
    const reading = cite.startsWith("reading:");
    const name = reading ? t("cite.short") : cite;
    // Most paragraphs are numbers; some have a heading of their document instead.
    const lang = reading ? null : "en";
    const label = reading ? t("cite.reading") : t("cite.label", { cite });
    return [
      h("button", {
        type: "button", class: "cite", "aria-label": label, "aria-describedby": words && this.#id,
        onclick: (event) => { if (words) event.stopPropagation(); this.#show(); },
        onfocus: () => this.#show(),
        onblur: () => this.#leave(),
        onkeydown: (event) => event.key === "Escape" && this.classList.remove("open"),
      }, h("span", { lang }, this.getAttribute("mark") ?? `§ ${name}`)),
      words && h("span", { class: "cite-tip", role: "tooltip", id: this.#id }, h("b", { lang }, `§ ${name}`), " ", says(words)),
    ];
  }

  #show() {
    const [button, tip] = [this.querySelector("button"), this.querySelector(".cite-tip")];
    if (!button || !(tip instanceof HTMLElement)) return;
    this.classList.add("open");
    keepInside(button, tip);
  }

  // A pointer that passes over the tip does not close it for somebody whose focus is on the number, nor the other way round.
  #leave() {
    if (!this.matches(":hover, :focus-within")) this.classList.remove("open");
  }
}

/** The tip stands above its number (below where there is no room), on the screen and out of every scrolling box. @param {Element} button @param {HTMLElement} tip */
function keepInside(button, tip) {
  const at = button.getBoundingClientRect();
  const size = tip.getBoundingClientRect();
  const room = document.documentElement.clientWidth - 8;
  const left = Math.max(8, Math.min(room - size.width, at.left + at.width / 2 - size.width / 2));
  const above = at.top - size.height - 6;
  tip.style.setProperty("--left", `${left}px`);
  tip.style.setProperty("--top", `${above > 4 ? above : at.bottom + 6}px`);
}

define("punto-cite", Cite);

/** A paragraph as a tag where there is nothing to press: its number, or that it is a reading of ours. @param {string | null | undefined} of @param {string} [words] what it says */
export const citeTag = (of, words = paragraphs[of ?? ""]) => of && (of.startsWith("reading:")
  ? h("span", { class: "tag", lang: "en", title: words ?? "" }, h("span", { lang: language() === "en" ? "en" : "zh-Hant" }, `§ ${t("cite.short")}`))
  : h("span", { class: "tag", lang: "en", title: words ?? "" }, `§ ${of}`));

/** @param {string} of */
export const cite = (of) => h("punto-cite", { of });
