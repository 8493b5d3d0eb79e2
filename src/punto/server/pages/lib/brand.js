// The house's mark, and the two choices that every reader has: language and felt.

import { h, s } from "./element.js";
import { language, speak, t } from "./i18n.js";
import { changeFelt, felt } from "./theme.js";

/** The house's mark: a lozenge with our letter. */
export const sign = () => s("svg", { class: "sign", viewBox: "0 0 32 32", "aria-hidden": "true" },
  s("path", { class: "sign-ground", d: "M16 1L31 16L16 31L1 16Z" }),
  s("path", { class: "sign-mark", d: "M12.5 23V9.5H17.6A4.4 4.4 0 0 1 17.6 18.3H12.5" }));

const moon = () => s("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, felt() === "dark"
  ? [s("circle", { cx: 10, cy: 10, r: 3.6, fill: "currentColor" }),
    s("path", { class: "line", d: "M10 2v2.4M10 15.600v2.400M2 10h2.400M15.6 10H18M4.3 4.300L6 6M14 14l1.7 1.700M15.7 4.300L14 6M6 14l-1.7 1.7" })]
  : s("path", { d: "M15.8 12.600A6.8 6.8 0 0 1 7.4 4.200A6.8 6.8 0 1 0 15.8 12.600Z", fill: "currentColor" }));

/** The presses for language and felt. @param {() => void} redraw after the felt has changed */
export const choices = (redraw) => [
  h("button", { type: "button", class: "quiet", "aria-label": t("header.language.label"), lang: language() === "en" ? "zh-Hant" : "en",
    onclick: () => speak(language() === "en" ? "zh" : "en") }, t("header.language")),
  h("button", { type: "button", class: "quiet icon", "aria-label": t(felt() === "dark" ? "header.felt.light" : "header.felt.dark"),
    title: t(felt() === "dark" ? "header.felt.light" : "header.felt.dark"), onclick: () => { changeFelt(); redraw(); } }, moon()),
];
