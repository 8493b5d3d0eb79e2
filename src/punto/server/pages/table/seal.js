// The seal of a shoe: kept when it is shown, and checked in this browser once the shoe is closed and its order is open.

import { get } from "../lib/api.js";
import { h, put } from "../lib/element.js";
import { add, t } from "../lib/i18n.js";
import { shoesIn, verifyShoe } from "../lib/shoes.js";
import { say, sayRefused } from "../lib/toast.js";

add({
  en: {
    "seal.check": "Check the last shoe", "seal.title": "Shoe {n}", "seal.none": "No sealed shoe has been closed here yet.",
    "seal.how": "Done in this browser: the order and salt that the house revealed are hashed again and compared.",
    "seal.sealed": "Sealed before the first bet as", "seal.gives": "Order and salt give", "seal.same": "the same", "seal.other": "something else",
    "seal.seen": "Shown by this browser while it was in use", "seal.seen.same": "the same seal", "seal.seen.other": "another seal: {seal}", "seal.seen.none": "not seen by this browser",
    "seal.whole": "Cards in it", "seal.whole.yes": "{n}, every card {decks} times", "seal.whole.no": "{n}, not {decks} whole decks",
    "seal.dealt": "Cards that came out", "seal.followed": "{n}, each where the order has it", "seal.strayed": "{n}, not in that order",
    "seal.order": "The order", "seal.salt": "Salt",
  },
  zh: {
    "seal.check": "驗證上一靴", "seal.title": "第 {n} 靴", "seal.none": "此處尚未有已關閉的封靴。",
    "seal.how": "在本瀏覽器進行：以本場公開的牌序及鹽值重新計算雜湊，再作比對。",
    "seal.sealed": "首注前的封靴憑證", "seal.gives": "牌序及鹽值得出", "seal.same": "相同", "seal.other": "不相同",
    "seal.seen": "使用期間本瀏覽器所示", "seal.seen.same": "相同憑證", "seal.seen.other": "另一憑證：{seal}", "seal.seen.none": "本瀏覽器未曾見過",
    "seal.whole": "靴內牌數", "seal.whole.yes": "{n} 張，每張牌 {decks} 次", "seal.whole.no": "{n} 張，並非 {decks} 副整牌",
    "seal.dealt": "已派出", "seal.followed": "{n} 張，均按牌序", "seal.strayed": "{n} 張，未按牌序",
    "seal.order": "牌序", "seal.salt": "鹽值",
  },
});

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
  /** @param {import("../table.js").Room} room */
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
