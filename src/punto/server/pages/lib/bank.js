// The money on one table: its rack, its slips, its drop box, and the forms for whoever may count, request, drop or void.

import { countedIn } from "./chip-count.js";
import { asDrawn, h } from "./element.js";
import { exceptionRow } from "./exceptions.js";
import { t } from "./i18n.js";
import { money, signed } from "./money.js";
import { chipsShown, nextStep, slipRow } from "./slips.js";

/** @typedef {import("./slips.js").Clerk} Clerk */

/** @param {Words.Key} word @param {Draw.Child} value @param {string} [tone] */
const fact = (word, value, tone = "") => h("div", { class: ["fact", tone] }, h("dt", {}, t(word)), h("dd", { class: "num" }, value));

/** @param {Words.Key} word @param {Api.RackView | null} rack */
const rack = (word, rack) => rack && h("section", { class: ["rack", rack.agreed && "agreed"], key: word },
  h("h4", {}, t(word), h("b", { class: "num" }, money(rack.total))), chipsShown(rack.chips),
  h("p", { class: "small quiet-text" }, rack.people.join(", "), " · ", t(rack.agreed ? "bank.agreed" : "bank.one.count")));

/** By how much the count and the settlements differ. @param {Api.DropBoxView} box */
const apart = (box) => (box.win_counted === null || box.win_settled === null ? 0 : box.win_counted - box.win_settled - box.outstanding);

/** @param {Api.DropBoxView} box */
const figures = (box) => h("dl", { class: "bank-figures" },
  fact("bank.fills", money(box.fills)), fact("bank.credits", money(box.credits)),
  fact("bank.drop", box.drop === null ? "–" : money(box.drop)),
  fact("bank.win.counted", box.win_counted === null ? "–" : signed(box.win_counted)),
  fact("bank.win.settled", box.win_settled === null ? "–" : signed(box.win_settled)),
  apart(box) !== 0 && fact("bank.apart", signed(apart(box)), "bad"));

/** A form behind a fold; it is emptied once it was done. @param {string} key @param {string} title @param {Draw.Child} body @param {string} word @param {(form: HTMLFormElement) => Promise<boolean>} send */
export const foldedForm = (key, title, body, word, send) => h("details", { class: "act", key },
  h("summary", {}, title),
  h("form", { class: key, onsubmit: async (event) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!(await send(form))) return;
    for (const input of form.querySelectorAll("input")) asDrawn(input);
    const fold = form.closest("details");
    if (fold) fold.open = false;
  } }, body, h("p", { class: "ends" }, h("button", { type: "submit", class: "primary" }, word))));

/** What can be counted now: an opener, a closer, or the second count of one. @param {Api.BankView} bank @returns {"opener" | "closer"} */
function counts({ box, coups }) {
  if (!box || (box.closer?.agreed && box.dropped_by)) return "opener";
  return box.closer || box.opener.agreed || coups > 0 ? "closer" : "opener";
}

/** @param {Api.BankView} bank @param {Clerk} clerk */
function countForm(bank, clerk) {
  if (!clerk.may("count_inventory") || bank.phase === "closed") return null;
  const usual = counts(bank);
  return foldedForm("count", t("bank.count"), [
    h("div", { class: "choices" }, /** @type {const} */ (["opener", "closer"]).map((what) => h("label", { key: what },
      h("input", { type: "radio", name: "what", value: what, checked: what === usual }), h("span", {}, t(`bank.${what}`))))),
    h("chip-count", { props: { rack: { denominations: bank.denominations } } }),
    h("p", { class: "small quiet-text" }, t("bank.count.what")),
  ], t("bank.count.send"), (form) => {
    const what = new FormData(form).get("what") === "opener" ? "opener" : "closer";
    return clerk.give(bank.table, "count_inventory", { what, chips: countedIn(form) });
  });
}

/** @param {Api.BankView} bank @param {Clerk} clerk */
function requestForm(bank, clerk) {
  const { box } = bank;
  if (!clerk.may("request_fill") || bank.phase === "closed" || !box || box.closer || box.dropped_by) return null;
  return foldedForm("request", t("bank.request"), [
    h("div", { class: "choices" }, /** @type {const} */ (["fill", "credit"]).map((what) => h("label", { key: what },
      h("input", { type: "radio", name: "what", value: what, checked: what === "fill" }), h("span", {}, t(`bank.what.${what}`))))),
    h("chip-count", { props: { rack: { denominations: bank.denominations } } }),
  ], t("bank.request.send"), (form) => {
    const name = new FormData(form).get("what") === "credit" ? "request_credit" : "request_fill";
    return clerk.give(bank.table, name, { chips: countedIn(form) });
  });
}

/** @param {Api.BankView} bank @param {Clerk} clerk */
function drop(bank, clerk) {
  const { box } = bank;
  if (!clerk.may("drop_box") || !box || box.dropped_by) return null;
  return h("button", { type: "button", class: "drop", onclick: () => clerk.give(bank.table, "drop_box", {}) }, t("bank.drop_box", { n: box.drop_box }));
}

/** Numbers of the copies that lay in a box; 0 for none, and nothing where nobody looked. @param {string} typed */
const copiesIn = (typed) => (typed.trim() ? { slips: (typed.match(/[0-9]+/g) ?? []).map(Number).filter((number) => number > 0) } : {});

/** The count of a drop box that has left its table. @param {Api.BankView} bank @param {Api.DropBoxView} box @param {Clerk} clerk @param {string} where */
export function boxRow(bank, box, clerk, where) {
  const amount = (/** @type {"currency" | "markers"} */ name) => h("label", { class: "field", key: name }, h("span", {}, t(`bank.${name}`)),
    h("input", { name, type: "number", min: 0, step: 1, inputmode: "numeric", placeholder: "0" }));
  const own = box.counted_by.includes(clerk.name);
  return h("li", { class: "drop-box", key: `${bank.table} ${box.drop_box}`, data: { box: String(box.drop_box) } },
    h("p", { class: "slip-head" }, h("b", {}, t("bank.box", { n: box.drop_box })), h("span", { class: "where" }, where),
      h("span", { class: "quiet-text small" }, t("bank.dropped.by", { who: box.dropped_by })),
      h("span", { class: ["tag", own && "note"] }, box.counted_by.length ? t("bank.counted.by", { who: box.counted_by.join(", ") }) : t("bank.uncounted"))),
    clerk.may("count_box") && foldedForm("count-box", t(own ? "bank.count_box.again" : "bank.count_box"), [
      h("div", { class: "pair" }, amount("currency"), amount("markers")),
      h("chip-count", { props: { rack: { denominations: bank.denominations } } }),
      h("label", { class: "field", key: "slips" }, h("span", {}, t("bank.copies")),
        h("input", { name: "slips", inputmode: "numeric", pattern: "[0-9]+([ ,、，]+[0-9]+)*", maxlength: 400, placeholder: "1, 2", autocomplete: "off" })),
    ], t("bank.count.send"), (form) => {
      const data = new FormData(form);
      const of = (/** @type {string} */ name) => Number(data.get(name) || 0);
      return clerk.give(bank.table, "count_box", { drop_box: box.drop_box, currency: of("currency"), markers: of("markers"), chips: countedIn(form), ...copiesIn(String(data.get("slips") ?? "")) });
    }));
}

/** A table whose books keep themselves. @param {Api.WalletBooksView} books */
export const walletBooks = (books) => h("dl", { class: "bank-figures" },
  fact("bank.opener", money(books.opener)), fact("bank.closer", money(books.closer)), fact("bank.fills", money(books.fills)), fact("bank.credits", money(books.credits)),
  fact("bank.drop", money(books.drop)), fact("bank.win.counted", signed(books.win_counted)));

/** @param {Api.BankView} bank @param {Clerk} clerk @param {boolean} [waiting] whether slips that wait are shown here */
export function bankPanel(bank, clerk, waiting = true) {
  if (bank.wallets) return [h("p", { class: "small quiet-text" }, t("bank.by.itself")), walletBooks(bank.wallets)];
  const { box } = bank;
  const slips = waiting ? bank.slips.filter((slip) => nextStep(slip)) : [];
  const finished = bank.slips.filter((slip) => !nextStep(slip));
  return [
    box ? h("div", { class: "racks" }, rack("bank.opener", box.opener), rack("bank.closer", box.closer)) : h("p", { class: "quiet-text" }, t("bank.no.opener")),
    box && figures(box),
    slips.length > 0 && h("ul", { class: "slips" }, slips.map((slip) => slipRow(bank, slip, clerk))),
    finished.length > 0 && h("details", { class: "finished", key: "finished" }, h("summary", {}, t("bank.finished", { n: finished.length })),
      h("ul", { class: "slips" }, finished.map((slip) => slipRow(bank, slip, clerk)))),
    h("div", { class: "acts" }, countForm(bank, clerk), requestForm(bank, clerk), drop(bank, clerk)),
    bank.exceptions.length > 0 && h("details", { class: "exceptions" }, h("summary", {}, t("bank.exceptions", { n: bank.exceptions.length })),
      h("ul", {}, bank.exceptions.map((exception, place) => exceptionRow(exception, bank.name, place)).reverse())),
  ];
}
