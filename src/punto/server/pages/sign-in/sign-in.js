// The door: a name and a password, or the link that was printed when the house opened.

import { ApiError, post } from "../lib/api.js";
import "../lib/cards.js";
import { drawing } from "../lib/draw.js";
import { h } from "../lib/element.js";
import { language, speak, t } from "../lib/i18n.js";
import { why } from "../lib/refusal.js";
import "../lib/theme.js";

const asked = new URLSearchParams(location.search);
/** Why a link did not let in, as the address tells; only what we have words for. */
const spent = /** @type {const} */ (["link_is_spent", "too_many_requests"]).find((code) => code === asked.get("refused"));

/** @type {{refused: ApiError | Words.Key | null}} */
const page = { refused: spent ? `door.${spent}` : null };

/** Where to go afterwards: only an address of this house. @param {string} landing */
function next(landing) {
  const wanted = asked.get("next") ?? landing;
  return /^\/(?![/\\])/.test(wanted) ? wanted : landing;
}

/** @param {SubmitEvent & {currentTarget: HTMLFormElement}} event */
async function enter(event) {
  event.preventDefault();
  const form = event.currentTarget;
  const typed = new FormData(form);
  page.refused = null;
  redraw();
  try {
    const { landing } = await post("/api/sign-in", { name: String(typed.get("name")), password: String(typed.get("password")) });
    location.assign(next(landing));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    page.refused = error;
    redraw();
    /** @type {HTMLInputElement | null} */ (form.querySelector("#password"))?.select();
  }
}

/** @param {Words.Key} label @param {Draw.Attributes<HTMLInputElement>} input */
const field = (label, input) => h("label", { class: "field" }, h("span", {}, t(label)), h("input", { required: true, ...input }));

const other = () => (language() === "en" ? "zh" : "en");

const view = () => [
  h("div", { class: "door-tools" },
    h("button", { type: "button", class: "quiet", id: "language", lang: other() === "zh" ? "zh-Hant" : "en", onclick: () => speak(other()) }, t("door.language"))),
  h("section", { class: "door-card", "aria-labelledby": "title" },
    h("div", { id: "fan", "aria-hidden": "true" }, ["8h", null, "Ac"].map((face, key) => h("punto-card", { key, face }))),
    h("h1", { id: "title" }, "Punto"),
    h("p", { class: "quiet-text" }, t("door.what")),
    h("form", { id: "form", onsubmit: enter },
      field("door.name", { id: "name", name: "name", autocomplete: "username", maxlength: 60, autofocus: true }),
      field("door.password", { id: "password", name: "password", type: "password", autocomplete: "current-password", maxlength: 200 }),
      h("p", { id: "refused", class: "refused", role: "alert", hidden: !page.refused }, page.refused instanceof ApiError ? why(page.refused) : page.refused && t(page.refused)),
      h("button", { class: "primary" }, t("door.in"))),
    h("p", { class: "small quiet-text" }, t("door.link"))),
  h("p", { class: "notice" }, t("notice")),
];

const redraw = drawing(/** @type {HTMLElement} */ (document.getElementById("page")), view);
