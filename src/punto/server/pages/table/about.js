// All about one area of the felt, without betting on it: what it pays and when, every limit, and its exact edge.

import { cite } from "../lib/cite.js";
import { draw } from "../lib/draw.js";
import { h, wear } from "../lib/element.js";
import { pick, t } from "../lib/i18n.js";
import { money, percent } from "../lib/money.js";
import { oddsWords } from "../lib/odds-words.js";
import { rowWords } from "../lib/pay-words.js";
import { limitsOn, rangeOf, roomFor } from "./limits.js";

export class About {
  #bet = "";

  /** @param {import("./room.js").Room} room @param {HTMLDialogElement} dialog */
  constructor(room, dialog) {
    this.room = room;
    this.dialog = dialog;
  }

  /** @param {Api.BetView} bet */
  open(bet) {
    this.#bet = bet.id;
    this.#fill();
    // Not modal: the table goes on beside it, and with its phase it leaves.
    this.room.leaves.open(this.dialog);
    this.room.edges.ask().then(() => this.update());
  }

  /** Keep what is open up to date. */
  update() {
    if (this.dialog.open) this.#fill();
  }

  #fill() {
    const { felt, view: { sign } } = this.room;
    const bet = felt.bets.find((bet) => bet.id === this.#bet);
    if (!bet || !sign) return;
    wear(this.dialog, { "aria-label": pick(bet.name) });
    draw(this.dialog,
      h("h2", { class: bet.hand }, h("span", { class: "han", lang: "zh-Hant" }, bet.name.zh), " ", h("span", { lang: "en" }, bet.name.en), " ", cite(bet.cite)),
      h("h3", { key: "pays" }, t("about.pays")),
      h("table", { class: "figures about-pays" }, h("tbody", {}, bet.pays.map((row) => this.#pays(row)))),
      h("h3", { key: "limits" }, t("about.limits", { n: this.room.box })),
      this.#limits(bet, sign),
      h("h3", { key: "edge" }, t("edge.show")),
      h("div", { class: "about-edge" }, this.#edge(bet)),
      h("form", { method: "dialog", class: "ends" }, h("button", { class: "primary", autofocus: true }, t("close"))));
  }

  /** @param {Api.PayRowView} row */
  #pays(row) {
    const { commission } = this.room;
    return h("tr", {},
      h("td", {}, rowWords(row)),
      h("td", {}, h("b", {}, oddsWords(row.odds)), row.commission && commission && ` ${t("printed.less", { c: commission })}`),
      h("td", {}, cite(row.cite)));
  }

  /** @param {Api.BetView} bet @param {Api.Sign} sign */
  #limits(bet, sign) {
    const { felt, box, wagers } = this.room;
    const facts = wagers.facts(bet, box, sign);
    const { by } = roomFor(facts);
    const row = (/** @type {"minimum" | "maximum" | "differential" | "wallet"} */ name, /** @type {number} */ figure, /** @type {string} */ words, /** @type {string} */ of) =>
      h("tr", { class: name === by?.name && "nearest", key: name, data: { limit: name } },
        h("td", {}, t(`limit.${name}`)), h("td", { class: "num" }, money(figure)), h("td", {}, words), h("td", {}, of && cite(of)));
    return [
      h("table", { class: "figures about-limits" }, h("tbody", {},
        row("minimum", rangeOf(sign, bet.id).least, "", felt.limits.minimum),
        limitsOn(facts).map((limit) => row(limit.name, limit.of, leftWords(limit), limit.more < 0 && limit.name === "differential" ? felt.limits.pro_rata : limit.cite)))),
      sign.limits === "observed" && h("p", { class: "small quiet-text" }, t("about.observed")),
    ];
  }

  /** @param {Api.BetView} bet */
  #edge(bet) {
    const { edges } = this.room;
    const worth = edges.of(bet.id);
    if (!worth) return h("p", { class: "quiet-text" }, t("about.waits"));
    return [
      h("b", {}, percent(worth.edge_pct, 4)),
      worth.edge_pct < 0 && ` ${t("about.gain")}`,
      h("p", { class: "small" }, `${t("about.exact")} `, h("code", { class: "exact" }, worth.edge)),
      h("p", { class: "small quiet-text" }, t("about.from", { n: edges.decks })),
    ];
  }
}

/** What a limit still allows. @param {import("./limits.js").Limit} limit */
function leftWords({ more, refuses }) {
  if (more > 0) return t("limit.left", { n: money(more) });
  return more < 0 && !refuses ? t("limit.over", { n: money(-more) }) : t("limit.none.left");
}
