// One's own account: a new password.

import { me, post } from "/assets/lib/api.js";
import { h, put } from "/assets/lib/element.js";
import "/assets/lib/header.js";
import { add, t, whenSpoken } from "/assets/lib/i18n.js";
import { why } from "/assets/lib/refusal.js";
import { turnAway } from "/assets/lib/turned-away.js";

add({
  en: {
    "account.title": "Your password", "account.name": "Name", "account.none": "You came by a link and have no password yet. With one you come in by your name.", "account.current": "Present password",
    "account.new": "New password (8 characters or more)", "account.again": "The new one again", "account.set": "Set it", "account.differ": "The two are not the same.",
    "account.done": "Your password is set. Your other sessions have ended.", "account.lobby": "To the lobby",
  },
  zh: {
    "account.title": "您的密碼", "account.name": "姓名", "account.none": "您經登入連結進場，尚未設定密碼。設定後可以姓名登入。", "account.current": "現時密碼", "account.new": "新密碼（至少 8 個字元）",
    "account.again": "再次輸入新密碼", "account.set": "設定", "account.differ": "兩次輸入的密碼不同。", "account.done": "密碼已設定，您的其他連線已結束。", "account.lobby": "返回大廳",
  },
});

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
