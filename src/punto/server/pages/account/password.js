// A password of one's own.

import { post } from "../lib/api.js";
import { h } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { field, typed } from "./page.js";

const LEAST = 12;

/** @param {Words.Key} label @param {string} name @param {string} complete */
const secret = (label, name, complete) =>
  field(label, { name, type: "password", required: true, minlength: name === "current" ? null : LEAST, maxlength: 200, autocomplete: complete });

/** @param {import("./page.js").Page} page */
export function passwordPanel(page) {
  const { me } = page;
  if (page.done === "password") {
    return h("section", { class: "panel own", key: "set", role: "status" }, h("p", {}, t("account.done")), h("a", { class: "button", href: "/" }, t("account.lobby")));
  }
  return h("form", { class: "panel own", key: "password", onsubmit: (event) => set(page, typed(event)) },
    h("h1", {}, t("account.title")),
    !me.has_password && h("p", { class: "quiet-text" }, t("account.none")),
    field("account.name", { name: "name", value: me.name, readonly: true, autocomplete: "username" }),
    me.has_password && secret("account.current", "current", "current-password"),
    secret("account.new", "password", "new-password"),
    secret("account.again", "again", "new-password"),
    page.refusal("password"),
    h("button", { class: "primary" }, t("account.set")));
}

/** @param {import("./page.js").Page} page @param {Record<string, string>} typed */
function set(page, { password, again, current = "" }) {
  if (password !== again) {
    page.refused = { part: "password", error: "account.differ" };
    return page.redraw();
  }
  return page.change("password", async () => {
    await post("/api/me/password", { password, current });
    page.done = "password";
  });
}
