// The door: a name, a password and where there is a second factor a code, or the link that was printed when the house opened.

import { ApiError, post } from "../lib/api.js";
import "../lib/cards.js";
import { drawing } from "../lib/draw.js";
import { h } from "../lib/element.js";
import { language, speak, t } from "../lib/i18n.js";
import { why } from "../lib/refusal.js";
import "../lib/theme.js";

const query = new URLSearchParams(location.search);
/** Why a link did not let in, by the address; only codes that we have words for. */
const spent = /** @type {const} */ (["link_is_spent", "too_many_requests"]).find((code) => code === query.get("refused"));

/** Why somebody was signed out, by the page they come from. */
const out = /** @type {const} */ (["session_is_over", "session_is_too_old", "session_was_ended", "signed_out"]).find((code) => code === query.get("why"));

/** @type {{refused: ApiError | Words.Key | null, second: boolean}} `second` says that the code is asked for now */
const page = { refused: spent ? `door.${spent}` : null, second: false };

/** Where to go afterwards: only an address of this house. @param {string} landing */
function next(landing) {
  const target = query.get("next") ?? landing;
  // Whoever must do something to their account first is led there.
  return landing !== "/account" && /^\/(?![/\\])/.test(target) ? target : landing;
}

/** Ask for the name and the password, or for the code besides. @param {boolean} second */
function ask(second) {
  page.second = second;
  page.refused = null;
  redraw();
  queueMicrotask(() => select());
}

/** Put the cursor where something is to be typed. */
function select() {
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector(page.second ? "#code" : "#password"));
  field?.focus();
  field?.select();
}

/** @param {SubmitEvent & {currentTarget: HTMLFormElement}} event */
async function enter(event) {
  event.preventDefault();
  const typed = new FormData(event.currentTarget);
  page.refused = null;
  redraw();
  try {
    const text = (/** @type {string} */ name) => String(typed.get(name) ?? "");
    const { landing } = await post("/api/sign-in", { name: text("name"), password: text("password"), code: text("code") });
    location.assign(next(landing));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === "code_is_needed" && !page.second) return ask(true);
    page.refused = error;
    redraw();
    select();
  }
  return undefined;
}

/** @param {Words.Key} label @param {Draw.Attributes<HTMLInputElement>} input */
const field = (label, input) => h("label", { class: "field" }, h("span", {}, t(label)), h("input", { required: true, ...input }));

const other = () => (language() === "en" ? "zh" : "en");

const view = () => {
  document.title = `${t("door.in")} – Punto`;
  return door();
};

const door = () => [
  h("div", { class: "door-tools" },
    h("button", { type: "button", class: "quiet", id: "language", lang: other() === "zh" ? "zh-Hant" : "en", onclick: () => speak(other()) }, t("door.language"))),
  h("section", { class: "door-card", "aria-labelledby": "title" },
    h("div", { id: "fan", "aria-hidden": "true" }, ["8h", null, "Ac"].map((face, key) => h("punto-card", { key, face }))),
    h("h1", { id: "title" }, "Punto"),
    h("p", { class: "quiet-text" }, t("door.what")),
    out && h("p", { id: "why", class: "why-out", role: "status" }, t(`door.${out}`)),
    h("form", { id: "form", onsubmit: enter },
      // What was typed goes along with the code, and is there again for who goes back.
      h("div", { class: "first-step", hidden: page.second },
        field("door.name", { id: "name", name: "name", autocomplete: "username", maxlength: 60, autofocus: true }),
        field("door.password", { id: "password", name: "password", type: "password", autocomplete: "current-password", maxlength: 200 })),
      page.second && h("div", { class: "second-step" },
        h("p", { class: "quiet-text" }, t("door.second")),
        field("door.code", { id: "code", name: "code", class: "code", autocomplete: "one-time-code", autocapitalize: "none", spellcheck: "false", maxlength: 40 })),
      h("p", { id: "refused", class: "refused", role: "alert", hidden: !page.refused }, page.refused instanceof ApiError ? why(page.refused) : page.refused && t(page.refused)),
      h("button", { class: "primary" }, t("door.in")),
      page.second && h("button", { type: "button", id: "back", class: "quiet", onclick: () => ask(false) }, t("door.back"))),
    h("p", { class: "small quiet-text" }, t("door.link"))),
  h("p", { class: "notice" }, t("notice")),
];

const redraw = drawing(/** @type {HTMLElement} */ (document.getElementById("page")), view);
