// Decisions and rulings: what the clause asks, in the hands of whoever has the rank.

import { says } from "/assets/lib/cite.js";
import { h, put } from "/assets/lib/element.js";
import { t } from "/assets/lib/i18n.js";

const field = (label, control) => h("label", { class: "field" }, h("span", {}, label), control);

/** What was reported and waits, with its clause, and the buttons for those who may decide. */
export function decisionForm(table, doing) {
  const pending = table.pending;
  const may = doing.decides(pending.decides);
  const order = h("input", { name: "order", value: pending.cards.join(" "), autocomplete: "off", spellcheck: "false" });
  const note = h("input", { name: "note", maxlength: 500 });
  const renew = h("input", { type: "checkbox", name: "new_cards" });
  const decide = (reconstruct) => doing.send(table.table, "decide", {
    reconstruct, note: note.value, ...(order.value.trim() ? { cards: order.value.trim() } : {}), ...(renew.checked ? { new_cards: true } : {}),
  });
  const rule = pending.takes === "ruling";
  return h("section", { class: "panel decision", "aria-live": "polite" },
    h("p", { class: "top" }, h("b", {}, t(`what.${pending.what}`)), " ", pending.cite && h("span", { class: "tag" }, `§ ${pending.cite}`)),
    pending.says && h("p", {}, says(pending.says)),
    h("p", { class: "quiet-text small" }, pending.leads_to && t(`leads.${pending.leads_to}`), " ",
      pending.options && pending.options !== "never" && `${t(`options.${pending.options}`)} § ${pending.options_cite}`),
    pending.cards.length > 0 && h("div", { class: "small-cards" }, pending.cards.map((face) => h("punto-card", { face }))),
    h("p", { class: "who" }, `${t("decides")}: `, h("b", {}, t("or.above", { rank: t(`rank.${pending.decides}`) }))),
    rule && may && rulingForm(table, doing),
    !rule && may && h("form", { onsubmit: (event) => event.preventDefault() },
      field(t("pit.order"), order),
      pending.may_replace_cards && h("label", { class: "check" }, renew, " ", t("pit.new_cards")),
      field(t("note"), note),
      h("div", { class: "ends" },
        h("button", { type: "button", class: "primary", onclick: () => decide(true) }, t("pit.reconstruct")),
        h("button", { type: "button", onclick: () => decide(false) }, t("pit.cannot")))),
    !may && h("p", { class: "warning" }, t("pit.not.yours")));
}

/** A ruling with its reason and the money it moves. */
export function rulingForm(table, doing) {
  const rows = h("div", { class: "adjustments" });
  const patrons = table.people.map((one) => one.patron);
  const row = () => rows.append(h("div", { class: "adjust" },
    h("input", { name: "patron", list: `here-${table.table}`, "aria-label": t("patron"), placeholder: t("patron"), maxlength: 60 }),
    h("input", { name: "amount", type: "number", step: 1, "aria-label": t("pit.amount"), placeholder: t("pit.amount") }),
    h("button", { type: "button", class: "quiet", "aria-label": t("cancel"), onclick: (event) => event.currentTarget.parentElement.remove() }, "×")));
  const reason = h("textarea", { name: "reason", rows: 2, maxlength: 2000, required: true });
  const coup = h("select", { name: "coup" }, h("option", { value: "continue" }, t("pit.rule.continue")), h("option", { value: "void" }, t("pit.rule.void")));
  const form = h("form", { class: "ruling" },
    h("p", { class: "small quiet-text" }, t("pit.ruling.what")),
    field(t("reason"), reason), field(t("pit.rule.coup"), coup),
    h("datalist", { id: `here-${table.table}` }, patrons.map((name) => h("option", { value: name }))),
    rows,
    h("div", { class: "ends" }, h("button", { type: "button", onclick: row }, t("pit.adjust")), h("button", { type: "submit", class: "primary" }, t("pit.rule"))));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const adjustments = [...rows.children].map((one) => ({ patron: one.querySelector("[name=patron]").value.trim(), amount: Number(one.querySelector("[name=amount]").value) }))
      .filter((one) => one.patron && one.amount);
    if (await doing.send(table.table, "rule", { reason: reason.value, coup: coup.value, adjustments })) {
      reason.value = "";
      put(rows);
    }
  });
  return form;
}
