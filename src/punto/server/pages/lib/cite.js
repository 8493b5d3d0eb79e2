// <punto-cite>: a paragraph number that says in our words what the paragraph is about, on hover, focus or tap.

import { Drawn, define, h, put } from "./element.js";
import { add, t } from "./i18n.js";

add({ en: { "cite.label": "Paragraph {cite}: {says}", "cite.reading": "A reading of ours", "cite.short": "reading" },
      zh: { "cite.label": "第 {cite} 條：{says}", "cite.reading": "本系統的解讀", "cite.short": "解讀" } });

let paragraphs = {};

/** Tell the page which document it speaks of: numbers to our words. */
export function setParagraphs(known) {
  paragraphs = known ?? {};
}

/** What a citation says; "reading:…" and unknown ones say what they are. */
export function saysOf(cite) {
  return paragraphs[cite] ?? (cite.startsWith("reading:") ? t("cite.reading") : "");
}

class Cite extends Drawn {
  static observedAttributes = ["of"];

  attributeChangedCallback() {
    this.changed();
  }

  draw() {
    const cite = this.getAttribute("of") ?? "";
    if (!cite) return void put(this);
    const says = saysOf(cite);
    const button = h("button", { type: "button", class: "cite", "aria-label": t("cite.label", { cite, says }) }, "§ ",
      cite.startsWith("reading:") ? t("cite.short") : cite);
    if (!says) return void put(this, button);
    const tip = h("span", { class: "cite-tip", role: "tooltip", "aria-hidden": "true" }, h("b", {}, `§ ${cite}`), " ", says);
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
