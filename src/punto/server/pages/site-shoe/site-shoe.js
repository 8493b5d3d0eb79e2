// The shoe verifier: a closed shoe is verified against the commitment published before its first bet, in this browser alone.

import { drawing } from "../lib/draw.js";
import { h } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { orderFold, sealFact, sealFacts } from "../lib/seal-facts.js";
import { shoesIn, verifyShoe } from "../lib/shoes.js";
import { receiptMessage, signatureHolds } from "../lib/signatures.js";
import { siteFile } from "../lib/site.js";
import "../lib/site-footer.js";
import "../lib/site-header.js";
import { forged, readShoeFile } from "./shoe-file.js";

/** @typedef {import("../lib/shoes.js").Shoe} Shoe */
/** @typedef {{shoe: Shoe, result: Awaited<ReturnType<typeof verifyShoe>>}} Checked */
/** @typedef {{receipt: Api.Receipt, holds: boolean | null, recorded: boolean}} Signed */

/** @type {{checked: Checked[], open: number, receipts: Signed[], unread: boolean, example: boolean}} */
const page = { checked: [], open: 0, receipts: [], unread: false, example: false };
const root = /** @type {HTMLElement} */ (document.getElementById("page"));

/** @param {string} text */
async function check(text) {
  const read = text.trim() ? readShoeFile(text) : { events: [], receipts: [] };
  const shoes = shoesIn(read?.events ?? []);
  const closed = shoes.filter((shoe) => shoe.order !== null && shoe.commitment);
  page.checked = await Promise.all(closed.map(async (shoe) => ({ shoe, result: await verifyShoe(shoe) })));
  page.receipts = await Promise.all((read?.receipts ?? []).map(async (receipt) => ({ receipt, holds: await signatureHolds(receipt, receiptMessage(receipt)), recorded: isRecorded(receipt, shoes) })));
  page.open = shoes.length - closed.length;
  page.unread = read === null || (text.trim() !== "" && !shoes.length && !page.receipts.length);
  redraw();
}

/** Whether a shoe's record has the bytes that a receipt is for. @param {Api.Receipt} receipt @param {Shoe[]} shoes */
const isRecorded = (receipt, shoes) => shoes.some((shoe) => shoe.commitment === receipt.sealed_as && shoe.seats.some((seat) => seat.box === receipt.box && seat.entropy === receipt.entropy));

/** Shows a text in the field and checks it. @param {string} text @param {boolean} example */
async function show(text, example) {
  const field = document.querySelector("textarea");
  if (field) field.value = text;
  page.example = example;
  await check(text);
}

/** @param {boolean} honest */
async function example(honest) {
  const { events } = /** @type {Pick<Api.ClosedShoeView, "events">} */ (await siteFile("data/example-shoe.json"));
  await show(JSON.stringify({ events: honest ? events : forged(events) }), true);
}

const form = () => h("section", { class: "panel given" },
  h("label", { class: "field" }, h("span", {}, t("verify.label")),
    h("textarea", { name: "shoe", rows: 6, spellcheck: "false", autocomplete: "off", oninput: ({ currentTarget }) => { page.example = false; return check(currentTarget.value); } })),
  h("div", { class: "presses" },
    h("label", { class: "button" }, t("verify.file"),
      h("input", { type: "file", class: "visually-hidden", accept: ".json,.jsonl,.ndjson,.txt,.log", onchange: async ({ currentTarget }) => { if (currentTarget.files?.[0]) await show(await currentTarget.files[0].text(), false); } })),
    h("button", { type: "button", name: "example", onclick: () => example(true) }, t("verify.example")),
    h("button", { type: "button", name: "forged", onclick: () => example(false) }, t("verify.forged"))),
  h("p", { class: "small quiet-text" }, t("verify.private")));

/** @param {Checked} checked */
function verdict({ shoe, result }) {
  const right = result.sealHolds && result.followed && result.whole && result.mixed !== false;
  return h("article", { class: ["panel verdict", right ? "right" : "wrong"], key: `${shoe.table} ${shoe.number}`, data: { right: String(right) } },
    h("h2", {}, h("span", { "aria-hidden": "true" }, right ? "✓ " : "✗ "), t(right ? "verify.right" : "verify.wrong", { n: shoe.number })),
    shoe.seeded && h("p", { class: "small quiet-text" }, t("verify.seeded")),
    sealFacts(shoe, result),
    orderFold(shoe));
}

/** @param {Signed} signed */
function receiptFact({ receipt, holds, recorded }) {
  const word = holds === false ? "verify.receipt.forged" : holds === null ? "verify.receipt.unchecked" : "verify.receipt.right";
  return sealFact(receipt.signature, t("verify.receipt", { n: receipt.shoe, box: receipt.box, who: receipt.patron }), holds === false || !recorded ? false : holds,
    t(word), " ", t(recorded ? "verify.receipt.told" : "verify.receipt.missing"), " ", h("code", {}, receipt.key));
}

const view = () => {
  document.title = `${t("site.page.shoe")} – Punto`;
  return [
    h("section", { class: "page-head" }, h("h1", {}, t("verify.title")), h("p", {}, t("verify.about"))),
    h("div", { class: "columns" },
      form(),
      h("section", { class: "found", "aria-live": "polite" },
        page.unread && h("p", { class: "panel refused" }, t("verify.unread")),
        page.open > 0 && h("p", { class: "panel quiet-text" }, t("verify.open", { count: page.open })),
        page.checked.map(verdict),
        page.receipts.length > 0 && h("article", { class: "panel verdict" }, h("h2", {}, t("verify.receipts")), h("dl", { class: "seal-facts" }, page.receipts.map(receiptFact))),
        !page.checked.length && !page.receipts.length && !page.unread && h("section", { class: "panel steps" }, h("h2", {}, t("verify.steps")),
          h("ol", {}, /** @type {const} */ (["sealed", "mixed", "dealt", "opened", "checked"]).map((step) => h("li", { key: step }, t(`verify.step.${step}`))))))),
    h("section", { class: "panel proves" }, h("h2", {}, t("verify.proves")), h("ul", {}, /** @type {const} */ (["yes", "no", "keys"]).map((point) => h("li", { key: point }, t(`verify.proves.${point}`))))),
  ];
};

const redraw = drawing(root, view);
