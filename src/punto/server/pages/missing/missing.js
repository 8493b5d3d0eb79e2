// An address that leads nowhere says so, and has a way back.

import "../lib/cards.js";
import { drawing } from "../lib/draw.js";
import { h } from "../lib/element.js";
import { language, speak, t } from "../lib/i18n.js";
import "../lib/theme.js";

const other = () => (language() === "en" ? "zh" : "en");

drawing(/** @type {HTMLElement} */ (document.getElementById("page")), () => {
  document.title = `${t("missing.title")} – Punto`;
  return [
    h("punto-card", { face: null }),
    h("h1", {}, t("missing.title")),
    h("p", {}, t("missing.what")),
    h("a", { class: "button", href: "/" }, t("missing.back")),
    h("button", { type: "button", class: "quiet tongue", lang: other() === "zh" ? "zh-Hant" : "en", onclick: () => speak(other()) }, t("header.language")),
  ];
});
