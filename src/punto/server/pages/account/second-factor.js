// The second factor: none, begun with a QR code, recovery codes to be kept, and in force.

import { post } from "../lib/api.js";
import { h, s } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { say } from "../lib/toast.js";
import { field, typed } from "./page.js";

/** @typedef {import("./page.js").Page} Page */

/** @param {Page} page */
export function factorPanel(page) {
  if (page.codes) return recovery(page, page.codes);
  if (page.begun) return begun(page, page.begun);
  return page.me.second_factor ? inForce(page) : none(page);
}

const codeField = () => field("factor.code", { name: "code", class: "code", required: true, maxlength: 40, autocomplete: "one-time-code", autocapitalize: "none", spellcheck: "false" });

/** @param {Page} page */
const none = (page) => h("form", { class: "panel own", key: "factor-none", onsubmit: (event) => begin(page, typed(event)) },
  h("h2", {}, t("factor.title")),
  h("p", { class: "quiet-text" }, t("factor.what")),
  h("input", { name: "name", value: page.me.name, autocomplete: "username", readonly: true, hidden: true }),
  page.me.has_password && field("account.current", { name: "current", type: "password", required: true, maxlength: 200, autocomplete: "current-password" }),
  page.refusal("factor"),
  h("button", { class: page.me.owes === "second_factor" ? "primary" : "" }, t("factor.begin")));

/** @param {Page} page @param {Record<string, string>} typed */
const begin = (page, { current = "" }) => page.change("factor", async () => {
  page.begun = await post("/api/me/second-factor", { current });
});

/** @param {Page} page @param {Api.NewFactorView} factor */
const begun = (page, factor) => h("form", { class: "panel own", key: "factor-begun", onsubmit: (event) => confirm(page, typed(event)) },
  h("h2", {}, t("factor.title")),
  h("ol", { class: "steps" },
    h("li", {}, t("factor.scan"), qr(factor.qr),
      h("details", {}, h("summary", {}, t("factor.type")), h("code", { class: "secret" }, factor.secret.replaceAll(/(.{4})(?=.)/g, "$1 ")))),
    h("li", {}, codeField())),
  page.refusal("factor"),
  h("button", { class: "primary" }, t("factor.confirm")),
  h("button", { type: "button", class: "quiet", onclick: () => { page.begun = null; page.refused = null; page.redraw(); } }, t("cancel")));

/** Dark on white in every felt: an app reads it from the screen. @param {Api.QrView} code */
const qr = ({ size, path }) => s("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": t("factor.qr") },
  s("rect", { width: size, height: size, class: "qr-light" }), s("path", { d: path, class: "qr-dark" }));

/** @param {Page} page @param {Record<string, string>} typed */
const confirm = (page, { code }) => page.change("factor", async () => {
  page.codes = (await post("/api/me/second-factor/confirm", { code })).codes;
  page.begun = null;
});

/** @param {Page} page @param {string[]} codes */
const recovery = (page, codes) => h("section", { class: "panel own", key: "factor-codes" },
  h("h2", {}, t("recovery.title")),
  h("p", {}, t("recovery.what")),
  h("ul", { class: "codes" }, codes.map((code) => h("li", {}, h("code", {}, code)))),
  h("div", { class: "codes-acts" },
    h("button", { type: "button", onclick: () => copy(codes) }, t("recovery.copy")),
    h("button", { type: "button", onclick: () => window.print() }, t("recovery.print"))),
  h("button", { type: "button", class: "primary", onclick: () => { page.codes = null; page.redraw(); } }, t("recovery.kept")));

/** @param {string[]} codes */
async function copy(codes) {
  // Without TLS, in the local network, a browser may not let pages copy.
  try {
    await navigator.clipboard.writeText(codes.join("\n"));
    say(t("recovery.copied"), { tone: "good" });
  } catch {
    say(t("recovery.uncopied"), { tone: "bad" });
  }
}

/** @param {Page} page */
const inForce = (page) => h("form", { class: "panel own", key: "factor-set", onsubmit: (event) => renew(page, typed(event)) },
  h("h2", {}, t("factor.title"), " ", h("span", { class: "tag in" }, t("factor.on"))),
  h("p", { class: "quiet-text" }, t("factor.left", { count: page.me.recovery_codes })),
  h("p", {}, t("factor.change")),
  codeField(),
  page.refusal("factor"),
  h("button", {}, t("factor.renew")),
  h("button", { type: "button", class: "danger", onclick: (event) => remove(page, event.currentTarget.form) }, t("factor.remove")));

/** @param {Page} page @param {Record<string, string>} typed */
const renew = (page, { code }) => page.change("factor", async () => {
  page.codes = (await post("/api/me/second-factor/recovery", { code })).codes;
});

/** @param {Page} page @param {HTMLFormElement | null} form */
function remove(page, form) {
  if (!form?.reportValidity()) return undefined;
  const code = String(new FormData(form).get("code"));
  return page.change("factor", () => post("/api/me/second-factor/remove", { code }));
}
