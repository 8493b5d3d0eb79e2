// What the check of a closed shoe's seal came to: fetched when somebody asks for it.

import { ApiError, get } from "../lib/api.js";
import { draw } from "../lib/draw.js";
import { h, wear } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { orderFold, sealFact, sealFacts } from "../lib/seal-facts.js";
import { shoesIn, verifyShoe } from "../lib/shoes.js";
import { say, sayRefused } from "../lib/toast.js";
import { receiptFor } from "./receipts.js";
import { sealsOf } from "./seal.js";

/** @typedef {import("../lib/shoes.js").Shoe} Shoe */

/** @param {"seen" | "receipt"} name @param {boolean | null} right @param {...Draw.Child} value */
const fact = (name, right, ...value) => sealFact(name, t(`seal.${name}`), right, ...value);

/** @param {string | null} seal @param {Shoe} shoe */
function ownSealFact(seal, { commitment }) {
  if (seal === null) return fact("seen", null, t("seal.seen.none"));
  return fact("seen", seal === commitment, seal === commitment ? t("seal.seen.same") : t("seal.seen.other", { seal }));
}

/** My receipt, and whether the shoe's log says what it says. @param {import("./receipts.js").ReceiptCheck} found */
function receiptFact({ receipt, holds, recorded }) {
  if (!receipt) return fact("receipt", false, t("seal.receipt.none"));
  const file = `data:application/jsonl;charset=utf-8,${encodeURIComponent(`${JSON.stringify(receipt)}\n`)}`;
  const right = !recorded || holds === false ? false : holds;
  const key = holds === false ? "seal.receipt.forged" : !recorded ? "seal.receipt.missing" : holds ? "seal.receipt.right" : "seal.receipt.unchecked";
  return fact("receipt", right, t(key, { n: receipt.version, box: receipt.box }), " ",
    h("a", { download: `receipt-${receipt.table}-${receipt.shoe}.jsonl`, href: file }, t("seal.receipt.save")));
}

export class SealSheet {
  /** @param {import("./room.js").Room} room @param {HTMLDialogElement} dialog */
  constructor(room, dialog) {
    this.room = room;
    this.dialog = dialog;
  }

  async open() {
    try {
      const { events } = await get(`/api/tables/${encodeURIComponent(this.room.id)}/closed-shoe`);
      const shoe = shoesIn(events).at(-1);
      if (!shoe?.order) return void say(t("seal.none"));
      this.#show(shoe, await verifyShoe(shoe), await receiptFor(this.room.id, shoe));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      sayRefused(error);
    }
  }

  /** @param {Shoe} shoe @param {Awaited<ReturnType<typeof verifyShoe>>} check @param {import("./receipts.js").ReceiptCheck | null} receipt */
  #show(shoe, check, receipt) {
    const title = t("seal.title", { n: shoe.number });
    wear(this.dialog, { "aria-label": title });
    draw(this.dialog,
      h("h2", {}, title),
      h("p", { class: "small quiet-text" }, t("seal.how")),
      sealFacts(shoe, check, { ownSeal: ownSealFact(sealsOf(this.room.id)[shoe.number] ?? null, shoe), receipt: receipt && receiptFact(receipt) }),
      orderFold(shoe),
      this.room.heads?.key && h("p", { class: "small quiet-text" }, t("seal.key"), " ", h("code", { data: { key: "house" } }, this.room.heads.key)),
      h("form", { method: "dialog", class: "ends" }, h("button", { class: "primary", autofocus: true }, t("close"))));
    this.dialog.showModal();
  }
}
