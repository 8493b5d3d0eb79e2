// One's own account: a new password.

import { me, post } from "../lib/api.js";
import { h } from "../lib/element.js";
import { put } from "../lib/put.js";
import "../lib/header.js";
import { t, whenSpoken } from "../lib/i18n.js";
import { why } from "../lib/refusal.js";
import { turnAway } from "../lib/turned-away.js";

const root = document.getElementById("page");
const page = { me: null, done: false, refused: null };

async function start() {
  try {
    page.me = await me();
  } catch (error) {
    return turnAway(root, error);
  }
  whenSpoken(draw);
  draw();
}

const field = (label, name, complete) =>
  h("label", { class: "field" }, h("span", {}, t(label)), h("input", { name, type: "password", required: true, minlength: name === "current" ? null : 8, maxlength: 200, autocomplete: complete }));

function draw() {
  if (page.done) return put(root, h("section", { class: "panel own", role: "status" }, h("p", {}, t("account.done")), h("a", { class: "button", href: "/" }, t("account.lobby"))));
  put(root, h("form", { class: "panel own", onsubmit: set },
    h("h1", {}, t("account.title")),
    !page.me.has_password && h("p", { class: "quiet-text" }, t("account.none")),
    h("label", { class: "field" }, h("span", {}, t("account.name")), h("input", { name: "name", value: page.me.name, readonly: true, autocomplete: "username" })),
    page.me.has_password && field("account.current", "current", "current-password"),
    field("account.new", "password", "new-password"),
    field("account.again", "again", "new-password"),
    h("p", { class: "refused", role: "alert" }, page.refused && (typeof page.refused === "string" ? t(page.refused) : why(page.refused))),
    h("button", { class: "primary" }, t("account.set"))));
}

async function set(event) {
  event.preventDefault();
  const { password, again, current = "" } = Object.fromEntries(new FormData(event.target));
  page.refused = password === again ? null : "account.differ";
  if (!page.refused) {
    try {
      await post("/api/me/password", { password, current });
      page.done = true;
    } catch (error) {
      page.refused = error;
    }
  }
  draw();
}

start();
