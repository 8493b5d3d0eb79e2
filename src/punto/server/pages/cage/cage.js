// The cage: slips and drop boxes that wait, exceptions, and the money on every table.

import { ApiError, Stream, get } from "../lib/api.js";
import { bankPanel, boxRow, walletBooks } from "../lib/bank.js";
import { clerkOf } from "../lib/clerk.js";
import { drawing } from "../lib/draw.js";
import { h } from "../lib/element.js";
import { exceptionRow } from "../lib/exceptions.js";
import "../lib/header.js";
import { t } from "../lib/i18n.js";
import { fresh, sayLinkIn, setLink } from "../lib/link.js";
import { isDue, nextStep, slipRow } from "../lib/slips.js";
import { tableName } from "../lib/table-words.js";
import { admitted, turnAway } from "../lib/turned-away.js";

/** @typedef {import("../lib/slips.js").Clerk} Clerk */

const root = /** @type {HTMLElement} */ (document.getElementById("page"));

/** @extends {Stream<"cage">} */
class CageNews extends Stream {
  /** @param {(cage: Api.CageView) => void} take */
  constructor(take) {
    super("cage");
    this.take = take;
    this.begin();
  }

  address() {
    return "/api/cage/events";
  }

  /** @param {Api.CageView} cage */
  hear(cage) {
    this.take(cage);
  }
}

/** @param {Api.CageView} cage @param {Clerk} clerk */
function waiting({ tables }, clerk) {
  const slips = tables.flatMap((bank) => bank.slips.filter((slip) => nextStep(slip)).map((slip) => ({ bank, slip })));
  slips.sort((row, other) => Number(isDue(other.slip, clerk)) - Number(isDue(row.slip, clerk)));
  const boxes = tables.flatMap((bank) => bank.waiting.map((box) => ({ bank, box })));
  return h("section", { class: "panel waiting" },
    h("h2", {}, t("cage.waiting")),
    !slips.length && !boxes.length && h("p", { class: "quiet-text" }, t("cage.nothing")),
    h("ul", { class: "slips" }, slips.map(({ bank, slip }) => slipRow(bank, slip, clerk, tableName(bank)))),
    boxes.length > 0 && h("ul", { class: "boxes" }, boxes.map(({ bank, box }) => boxRow(bank, box, clerk, tableName(bank)))));
}

/** @param {Api.CageView} cage */
function exceptions({ tables }) {
  const rows = tables.flatMap((bank) => bank.exceptions.map((exception, place) => ({ bank, exception, place }))).reverse().slice(0, 12);
  if (!rows.length) return null;
  return h("section", { class: "panel exceptions-all" }, h("h2", {}, t("cage.exceptions")),
    h("ul", {}, rows.map(({ bank, exception, place }) => exceptionRow(exception, tableName(bank), place))));
}

/** @param {Api.BankView} bank @param {Clerk} clerk */
const card = (bank, clerk) => h("article", { class: ["panel", "bank"], key: bank.table, data: { table: bank.table } },
  h("header", {}, h("h3", {}, tableName(bank)), h("span", { class: ["phase", bank.phase] }, t(`phase.${bank.phase}`)),
    bank.box && h("span", { class: "tag" }, t("bank.box", { n: bank.box.drop_box }))),
  bankPanel(bank, clerk, false));

/** @param {Api.BankView[]} tables */
const byThemselves = (tables) => tables.length > 0 && h("section", { class: "panel by-themselves" }, h("h2", {}, t("cage.wallets")), h("p", { class: "small quiet-text" }, t("bank.by.itself")),
  h("div", { class: "wallet-tables" }, tables.map((bank) => h("div", { key: bank.table }, h("h3", {}, tableName(bank)), bank.wallets && walletBooks(bank.wallets)))));

/** @param {Api.CageView} cage @param {Clerk} clerk */
function view(cage, clerk) {
  const real = cage.tables.filter((bank) => !bank.wallets);
  return [
    h("div", { class: "cage-head" }, h("h1", {}, t("page.cage")), h("p", {}, t("bank.shift", { day: cage.day, shift: cage.shift }))),
    h("div", { class: "cage-top" }, waiting(cage, clerk), exceptions(cage)),
    real.length > 0 && h("div", { class: "banks" }, real.map((bank) => card(bank, clerk))),
    byThemselves(cage.tables.filter((bank) => bank.wallets)),
  ];
}

async function start() {
  const me = await admitted("cage", root);
  if (!me) return;
  sayLinkIn(/** @type {HTMLElement} */ (document.getElementById("age")));
  try {
    const page = { cage: await get("/api/cage") };
    fresh();
    const clerk = clerkOf(me);
    const redraw = drawing(/** @type {HTMLElement} */ (document.getElementById("room")), () => view(page.cage, clerk));
    const news = new CageNews((cage) => {
      page.cage = cage;
      fresh();
      redraw();
    });
    news.addEventListener("link", () => (news.link === "live" || news.link === "" ? fresh() : setLink(news.link)));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    turnAway(root, error);
  }
}

start();
