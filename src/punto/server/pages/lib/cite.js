// <punto-cite>: a paragraph number that says in our words what the paragraph is about, on hover, focus or tap. With `mark`
// a sign stands for the number where there is no room for it.

import { Drawn, define, h, put } from "./element.js";
import { add, t } from "./i18n.js";

add({ en: { "cite.label": "Paragraph {cite}", "cite.reading": "A reading of ours", "cite.short": "reading", "cite.english": "" },
      zh: { "cite.label": "第 {cite} 條", "cite.reading": "本系統的解讀", "cite.short": "解讀", "cite.english": "英文摘要：" } });

let paragraphs = {};

/** What each paragraph and each reading of a rulebook says, by what cites it. */
export const wordsOf = (book) => Object.fromEntries([
  ...book.paragraphs.map((paragraph) => [paragraph.number, paragraph.says]),
  ...book.readings.map((reading) => [`reading:${reading.id}`, reading.reads]),
]);

/** Tell the page which document it speaks of: numbers and readings to our words. */
export function setParagraphs(known) {
  paragraphs = known ?? {};
}

/** A paragraph in our words, which there are in English only: a Chinese page says so. */
export const says = (words) => words && [t("cite.english"), h("span", { lang: "en" }, words)];

let numbered = 0;

class Cite extends Drawn {
  static observedAttributes = ["of", "mark"];

  attributeChangedCallback() {
    this.changed();
  }

  draw() {
    const cite = this.getAttribute("of") ?? "";
    if (!cite) return void put(this);
    const words = paragraphs[cite];
    const reading = cite.startsWith("reading:");
    const name = reading ? t("cite.short") : cite;
    // Most paragraphs are numbers; some have a heading of their document instead.
    const lang = reading ? null : "en";
    const id = `cite-${++numbered}`;
    const button = h("button", { type: "button", class: "cite", "aria-label": reading ? t("cite.reading") : t("cite.label", { cite }), "aria-describedby": words && id },
      h("span", { lang }, this.getAttribute("mark") ?? `§ ${name}`));
    if (!words) return void put(this, button);
    const tip = h("span", { class: "cite-tip", role: "tooltip", id }, h("b", { lang }, `§ ${name}`), " ", says(words));
    const show = (on) => {
      this.classList.toggle("open", on);
      if (on) keepInside(button, tip);
    };
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      show(true);
    });
    this.onmouseenter = () => show(true);
    this.onmouseleave = () => show(false);
    button.addEventListener("focus", () => show(true));
    button.addEventListener("blur", () => show(false));
    button.addEventListener("keydown", (event) => event.key === "Escape" && show(false));
    put(this, button, tip);
  }
}

/** The tip stands above its number (below where there is no room), on the screen and out of every scrolling box. */
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

/** @returns {HTMLElement} */
export const cite = (of) => h("punto-cite", { of });
