// A slip on its way: what it asks for, who did which step, and the step that is due, for whoever may do it.

import { countedIn } from "./chip-count.js";
import { chip } from "./chips.js";
import { highestFirst } from "./chip-total.js";
import { asDrawn, h } from "./element.js";
import { t } from "./i18n.js";
import { timeOf } from "./moment.js";
import { money } from "./money.js";

/**
 * @typedef {object} Clerk who looks at the page, and what they may do at a table
 * @property {string} name
 * @property {(command: string) => boolean} may
 * @property {Give} give a command, show its refusal; whether it was done
 */

/** @typedef {<N extends Api.Command["command"]>(table: string, name: N, fields: Api.FieldsOf<N>) => Promise<boolean>} Give */

/** @param {Record<string, number>} chips */
export const chipsShown = (chips) => h("span", { class: "chips-shown" }, highestFirst(chips).map(([worth, number]) =>
  h("span", { class: "of", key: worth, title: `${money(number)} × ${money(worth)}` }, chip(worth), h("span", {}, "× ", money(number)))));

/** The command that is due. @param {Api.Slip} slip @returns {"issue_fill" | "accept_fill" | "issue_credit" | "accept_credit" | null} */
export function nextStep(slip) {
  if (slip.stage === "requested") return slip.what === "fill" ? "issue_fill" : "issue_credit";
  if (slip.stage === "issued") return slip.what === "fill" ? "accept_fill" : "accept_credit";
  return null;
}

/** Whether the step that is due is theirs: each step is another person's. @param {Api.Slip} slip @param {Clerk} clerk */
export function isDue(slip, clerk) {
  const step = nextStep(slip);
  return step !== null && clerk.may(step) && !slip.people.includes(clerk.name);
}

const STEPS = /** @type {const} */ (["requested", "issued", "accepted"]);

/** @param {Api.Slip} slip */
const steps = (slip) => h("ol", { class: "steps", "aria-label": t("bank.steps") }, STEPS.map((step, place) => {
  const isVoid = slip.stage === "void" && place >= slip.people.length - 1;
  const done = place < slip.people.length && !isVoid;
  return h("li", { class: [done && "done"], key: step }, h("span", {}, t(`bank.step.${step}`)), done && h("b", {}, slip.people[place]));
}));

/** @param {string} table @param {Api.Slip} slip @param {Clerk} clerk */
function voidForm(table, slip, clerk) {
  if (!nextStep(slip) || !clerk.may("void_slip") || slip.people.includes(clerk.name)) return null;
  return h("details", { class: "void" }, h("summary", {}, t("bank.void")),
    h("form", { onsubmit: async (event) => {
      event.preventDefault();
      const field = event.currentTarget.elements.namedItem("reason");
      if (!(field instanceof HTMLInputElement)) return;
      if (await clerk.give(table, "void_slip", { slip: slip.number, reason: field.value.trim() })) asDrawn(field);
    } },
    h("input", { name: "reason", required: true, maxlength: 200, placeholder: t("bank.reason"), "aria-label": t("bank.reason") }),
    h("button", { type: "submit" }, t("bank.void.send"))));
}

/** The step that is due, with a count of the chips: where the count differs, an exception is recorded and the step not done. @param {Api.BankView} bank @param {Api.Slip} slip @param {NonNullable<ReturnType<typeof nextStep>>} step @param {Clerk} clerk */
const countedStep = (bank, slip, step, clerk) => h("details", { class: "count-slip" }, h("summary", {}, t("bank.slip.count")),
  h("form", { onsubmit: async (event) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!(await clerk.give(bank.table, step, { slip: slip.number, chips: countedIn(form) }))) return;
    for (const input of form.querySelectorAll("input")) asDrawn(input);
  } },
  h("chip-count", { props: { rack: { denominations: bank.denominations } } }),
  h("p", { class: "ends" }, h("button", { type: "submit" }, t(`bank.${step}`)))));

/** @param {Api.BankView} bank @param {Api.Slip} slip @param {Clerk} clerk @param {string} [where] the table's name, where several are shown */
export function slipRow(bank, slip, clerk, where = "") {
  const { table } = bank;
  const step = nextStep(slip);
  return h("li", { class: ["slip", slip.what, slip.stage], key: `${table} ${slip.year} ${slip.number}`, data: { slip: String(slip.number) } },
    h("p", { class: "slip-head" },
      h("b", { class: "slip-number" }, t("bank.slip", { n: slip.number })), h("span", { class: "tag" }, t(`bank.what.${slip.what}`)),
      where && h("span", { class: "where" }, where), slip.at && h("span", { class: "quiet-text small" }, timeOf(slip.at)),
      slip.stage === "void" && h("span", { class: "tag off" }, t("bank.voided", { who: slip.people.at(-1) ?? "" })), h("b", { class: "num" }, money(slip.total))),
    chipsShown(slip.chips), steps(slip),
    (isDue(slip, clerk) || (step && clerk.may("void_slip"))) && h("div", { class: "slip-acts" },
      step && isDue(slip, clerk) && h("button", { type: "button", class: "primary", onclick: () => clerk.give(table, step, { slip: slip.number }) }, t(`bank.${step}`)),
      step && isDue(slip, clerk) && countedStep(bank, slip, step, clerk),
      voidForm(table, slip, clerk)));
}
