// The seal of a shoe: kept when it is shown, and checked in this browser once the shoe is closed and its order is open.

import { get } from "../lib/api.js";
import { h } from "../lib/element.js";
import { put } from "../lib/put.js";
import { t } from "../lib/i18n.js";
import { shoesIn, verifyShoe } from "../lib/shoes.js";
import { say, sayRefused } from "../lib/toast.js";

const KEPT = 4;

/** Remember a seal while its shoe is in use: what was shown then cannot be changed afterwards. */
export function keepSeal(table, shoe) {
  if (!shoe?.commitment) return;
  const name = `punto.seals.${table}`;
  const seals = JSON.parse(localStorage.getItem(name) ?? "{}");
  if (seals[shoe.number]) return;
  seals[shoe.number] = shoe.commitment;
  for (const old of Object.keys(seals).map(Number).sort((one, two) => one - two).slice(0, -KEPT)) delete seals[old];
  localStorage.setItem(name, JSON.stringify(seals));
}

const keptSeal = (table, number) => JSON.parse(localStorage.getItem(`punto.seals.${table}`) ?? "{}")[number] ?? null;

export class SealCheck {
  /** @param {import("./table.js").Room} room */
  constructor(room) {
    this.room = room;
  }

  /** Whether a shoe of this table may have been sealed: there is one now, or this browser saw one. */
  get offered() {
    const { view, id } = this.room;
    return Boolean(view.shoe?.commitment) || localStorage.getItem(`punto.seals.${id}`) !== null;
  }

  button() {
    return h("button", { type: "button", class: "seal-check", onclick: () => this.#check() }, t("seal.check"));
  }

  async #check() {
    try {
      const { events } = await get(`/api/tables/${encodeURIComponent(this.room.id)}/closed-shoe`);
      const shoe = shoesIn(events).at(-1);
      if (!shoe?.order) return void say(t("seal.none"));
      this.#show(shoe, await verifyShoe(shoe));
    } catch (error) {
      sayRefused(error);
    }
  }

  #show(shoe, found) {
    const seen = keptSeal(this.room.id, shoe.number);
    const [n, decks] = [shoe.order.split(" ").length, shoe.decks];
    const fact = (name, right, ...value) => h("div", { class: ["seal-fact", right === true ? "right" : right === false ? "wrong" : "open"], data: { fact: name } }, h("dt", {}, t(`seal.${name}`)), h("dd", {}, value));
    const dialog = document.body.appendChild(h("dialog", { class: "seal-dialog", "aria-label": t("seal.title", { n: shoe.number }) }));
    put(dialog,
      h("h2", {}, t("seal.title", { n: shoe.number })),
      h("p", { class: "small quiet-text" }, t("seal.how")),
      h("dl", { class: "seal-facts" },
        fact("sealed", null, h("code", {}, shoe.commitment)),
        fact("seen", seen === null ? null : seen === shoe.commitment, seen === null ? t("seal.seen.none") : seen === shoe.commitment ? t("seal.seen.same") : t("seal.seen.other", { seal: seen })),
        fact("gives", found.kept, t(found.kept ? "seal.same" : "seal.other"), !found.kept && [": ", h("code", {}, found.commitment)]),
        fact("whole", found.whole, t(found.whole ? "seal.whole.yes" : "seal.whole.no", { n, decks })),
        fact("dealt", found.followed, t(found.followed ? "seal.followed" : "seal.strayed", { n: found.dealt }))),
      h("details", {}, h("summary", {}, t("seal.order")), h("code", { class: "order" }, shoe.order), h("p", { class: "small" }, `${t("seal.salt")} `, h("code", {}, shoe.salt))),
      h("form", { method: "dialog", class: "ends" }, h("button", { class: "primary", autofocus: true }, t("close"))));
    dialog.addEventListener("close", () => dialog.remove());
    dialog.showModal();
  }
}
