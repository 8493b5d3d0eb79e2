// <punto-cite>: a paragraph number that says in our words what the paragraph is about, on hover, focus or tap.

import { Drawn, define, h, put } from "./element.js";
import { add, t } from "./i18n.js";

add({ en: { "cite.label": "Paragraph {cite}: {says}", "cite.reading": "A reading of ours" },
      zh: { "cite.label": "第 {cite} 條：{says}", "cite.reading": "本系統的解讀" } });

let paragraphs = {};

/** Tell the page which document it speaks of: numbers to our words. */
export function setParagraphs(known) {
  paragraphs = known ?? {};
}

/** What a citation says; "reading:…" and unknown ones say what they are. */
export function saysOf(cite) {
  if (cite.startsWith("reading:")) return t("cite.reading");
  return paragraphs[cite] ?? "";
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
    const button = h("button", { type: "button", class: "cite", "aria-label": t("cite.label", { cite, says }) }, "§",
      cite.replace("reading:", ""));
    if (!says) return void put(this, button);
    const tip = h("span", { class: "cite-tip", role: "tooltip", "aria-hidden": "true" }, h("b", {}, `§ ${cite}`), " ", says);
    const show = (on) => {
      this.classList.toggle("open", on);
      if (on) keepInside(tip);
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

/** A tip near the edge of a phone moves back onto the screen. */
function keepInside(tip) {
  tip.style.setProperty("--shift", "0px");
  const box = tip.getBoundingClientRect();
  const room = document.documentElement.clientWidth - 8;
  const shift = box.right > room ? room - box.right : box.left < 8 ? 8 - box.left : 0;
  tip.style.setProperty("--shift", `${shift}px`);
}

define("punto-cite", Cite);

/** @returns {HTMLElement} */
export const cite = (of) => h("punto-cite", { of });
