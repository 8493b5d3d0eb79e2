// The seal of a shoe: kept when it is shown, and checked in this browser once the shoe is closed and its order is open.

import { ApiError, get } from "../lib/api.js";
import { draw } from "../lib/draw.js";
import { h } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { shoesIn, verifyShoe } from "../lib/shoes.js";
import { say, sayRefused } from "../lib/toast.js";

/** @typedef {import("../lib/shoes.js").Shoe} Shoe */

const KEPT = 4;

/** The seals that were shown at a table, by the number of the shoe. @param {string} table @returns {Record<string, string>} */
const sealsOf = (table) => JSON.parse(localStorage.getItem(`punto.seals.${table}`) ?? "{}");

/** Remember a seal while its shoe is in use: what was shown then cannot be changed afterwards. @param {string} table @param {Api.ShoeView | null} shoe */
export function keepSeal(table, shoe) {
  if (!shoe?.commitment) return;
  const seals = sealsOf(table);
  if (seals[shoe.number]) return;
  seals[shoe.number] = shoe.commitment;
  for (const old of Object.keys(seals).map(Number).sort((one, two) => one - two).slice(0, -KEPT)) delete seals[old];
  localStorage.setItem(`punto.seals.${table}`, JSON.stringify(seals));
}

/** @param {"sealed" | "seen" | "gives" | "whole" | "mixed" | "cut" | "dealt"} name @param {boolean | null} right @param {...Draw.Child} value */
const fact = (name, right, ...value) => h("div", { class: ["seal-fact", right === null ? "open" : right ? "right" : "wrong"], key: name, data: { fact: name } },
  h("dt", {}, t(`seal.${name}`)), h("dd", {}, value));

/** @param {string | null} seen @param {Shoe} shoe */
function seenFact(seen, { commitment }) {
  if (seen === null) return fact("seen", null, t("seal.seen.none"));
  return fact("seen", seen === commitment, seen === commitment ? t("seal.seen.same") : t("seal.seen.other", { seal: seen }));
}

/** @param {Shoe} shoe @param {boolean | null} right */
function mixedBy(shoe, right) {
  const left = shoe.seats.filter((seat) => seat.entropy === null).map((seat) => seat.patron);
  const gave = shoe.seats.filter((seat) => seat.entropy !== null).map((seat) => `${seat.box} (${seat.patron})`);
  const by = gave.length ? t("seal.mixed.by", { boxes: gave.join(", ") }) : t("seal.mixed.house");
  return [right === false ? `${t("seal.mixed.wrong")} ` : "", by, left.length ? ` ${t("seal.mixed.without", { who: left.join(", ") })}` : ""].join("");
}

export class SealCheck {
  /** @param {import("./room.js").Room} room @param {HTMLDialogElement} dialog */
  constructor(room, dialog) {
    this.room = room;
    this.dialog = dialog;
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
      this.#show(shoe, shoe.order, await verifyShoe(shoe));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      sayRefused(error);
    }
  }

  /** @param {Shoe} shoe @param {string} order @param {Awaited<ReturnType<typeof verifyShoe>>} found */
  #show(shoe, order, found) {
    const title = t("seal.title", { n: shoe.number });
    this.dialog.setAttribute("aria-label", title);
    draw(this.dialog,
      h("h2", {}, title),
      h("p", { class: "small quiet-text" }, t("seal.how")),
      h("dl", { class: "seal-facts" },
        fact("sealed", null, h("code", {}, shoe.commitment)),
        seenFact(sealsOf(this.room.id)[shoe.number] ?? null, shoe),
        fact("gives", found.kept, t(found.kept ? "seal.same" : "seal.other"), !found.kept && [": ", h("code", {}, found.commitment)]),
        fact("whole", found.whole, t(found.whole ? "seal.whole.yes" : "seal.whole.no", { n: order.split(" ").length, decks: shoe.decks })),
        fact("mixed", found.mixed, mixedBy(shoe, found.mixed)),
        shoe.cutBy && fact("cut", null, t("seal.cut.at", { who: shoe.cutBy, n: shoe.cut })),
        fact("dealt", found.followed, t(found.followed ? "seal.followed" : "seal.strayed", { n: found.dealt }))),
      h("details", {}, h("summary", {}, t("seal.order")),
        h("code", { class: "order" }, order),
        h("p", { class: "small" }, `${t("seal.salt")} `, h("code", {}, shoe.salt))),
      h("form", { method: "dialog", class: "ends" }, h("button", { class: "primary", autofocus: true }, t("close"))));
    this.dialog.showModal();
  }
}
