// One's own account: a new password.

import { ApiError, me, post } from "../lib/api.js";
import { drawing } from "../lib/draw.js";
import { h } from "../lib/element.js";
import "../lib/header.js";
import { t } from "../lib/i18n.js";
import { why } from "../lib/refusal.js";
import { turnAway } from "../lib/turned-away.js";

const root = /** @type {HTMLElement} */ (document.getElementById("page"));
/** @type {{refused: ApiError | "account.differ" | null, done: boolean}} */
const page = { refused: null, done: false };
let redraw = () => {};

/** @param {Words.Key} label @param {string} name @param {string} complete */
const field = (label, name, complete) => h("label", { class: "field" }, h("span", {}, t(label)),
  h("input", { name, type: "password", required: true, minlength: name === "current" ? null : 8, maxlength: 200, autocomplete: complete }));

const done = () => h("section", { class: "panel own", role: "status" },
  h("p", {}, t("account.done")),
  h("a", { class: "button", href: "/" }, t("account.lobby")));

/** @param {Api.MeView} who */
const form = (who) => h("form", { class: "panel own", onsubmit: set },
  h("h1", {}, t("account.title")),
  !who.has_password && h("p", { class: "quiet-text" }, t("account.none")),
  h("label", { class: "field" }, h("span", {}, t("account.name")),
    h("input", { name: "name", value: who.name, readonly: true, autocomplete: "username" })),
  who.has_password && field("account.current", "current", "current-password"),
  field("account.new", "password", "new-password"),
  field("account.again", "again", "new-password"),
  h("p", { class: "refused", role: "alert" }, page.refused && (page.refused instanceof ApiError ? why(page.refused) : t(page.refused))),
  h("button", { class: "primary" }, t("account.set")));

/** @param {SubmitEvent & {currentTarget: HTMLFormElement}} event */
async function set(event) {
  event.preventDefault();
  const typed = new FormData(event.currentTarget);
  const text = (/** @type {string} */ name) => String(typed.get(name) ?? "");
  page.refused = text("password") === text("again") ? null : "account.differ";
  if (!page.refused) {
    try {
      await post("/api/me/password", { password: text("password"), current: text("current") });
      page.done = true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      page.refused = error;
    }
  }
  redraw();
}

try {
  const who = await me();
  redraw = drawing(root, () => (page.done ? done() : form(who)));
} catch (error) {
  if (!(error instanceof ApiError)) throw error;
  turnAway(root, error);
}
