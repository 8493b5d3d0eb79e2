// A form in a dialog: its fields, and the refusal of what it sent; a note at the edge of the page would lie behind the dialog.

import { ApiError } from "../lib/api.js";
import { cite } from "../lib/cite.js";
import { h } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { WAITS, why } from "../lib/refusal.js";
import { sayRefused } from "../lib/toast.js";

/** @typedef {import("./page.js").Page} Page */

/**
 * @typedef {object} Form
 * @property {() => string} title
 * @property {() => string} word what its button says
 * @property {() => Draw.Child} body
 * @property {(values: Record<string, string>) => Promise<unknown>} send throws the refusal
 * @property {(card: string) => void} [scanned] takes a card that is scanned while it is open
 * @property {ApiError | null} [refused]
 */

/** @param {string} label @param {Draw.Child} control */
export const field = (label, control, key = label) => h("label", { class: "field", key }, h("span", {}, label), control);

/** @param {string} name @param {[string, string][]} options @param {string} value @param {Draw.Attributes<HTMLSelectElement>} [more] */
export const choose = (name, options, value, more = {}) => h("select", { name, value, ...more }, options.map(([key, text]) => h("option", { value: key }, text)));

/** @param {FormData} data @returns {Record<string, string>} */
const textsOf = (data) => Object.fromEntries([...data].map(([name, value]) => [name, String(value)]));

/** @param {Page} page @param {Form} form @param {HTMLFormElement} element */
async function submit(page, form, element) {
  form.refused = null;
  page.redraw();
  try {
    await form.send(textsOf(new FormData(element)));
    element.closest("dialog")?.close();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === WAITS) {
      sayRefused(error);
      return element.closest("dialog")?.close();
    }
    form.refused = error;
    page.redraw();
  }
}

/** @type {WeakMap<Form, number>} */
const numbers = new WeakMap();
let opened = 0;

/** Each opening is a dialog of its own. @param {Form} form */
function numberOf(form) {
  const number = numbers.get(form) ?? ++opened;
  numbers.set(form, number);
  return number;
}

/** The form that is open. @param {Page} page */
export function dialog(page) {
  const { form } = page;
  if (!form) return null;
  const { refused } = form;
  return h("dialog", { class: "form", key: numberOf(form), "aria-label": form.title(), onclose: () => page.open(null) },
    h("form", { method: "dialog", onsubmit: (event) => { event.preventDefault(); return submit(page, form, event.currentTarget); } },
      h("h2", {}, form.title()),
      form.body(),
      h("p", { class: "refused", role: "alert" }, refused && [why(refused), " ", refused.cite && cite(refused.cite)]),
      h("div", { class: "ends" },
        h("button", { type: "button", onclick: (event) => event.currentTarget.closest("dialog")?.close() }, t("cancel")),
        h("button", { type: "submit", class: "primary" }, form.word()))));
}
