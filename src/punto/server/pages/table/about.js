// All about one area of the felt, without betting on it: what it pays and when, every limit, and its exact edge.

import { cite } from "../lib/cite.js";
import { h } from "../lib/element.js";
import { put } from "../lib/put.js";
import { pick, t } from "../lib/i18n.js";
import { money, percent } from "../lib/money.js";
import { limitsOn, rangeOf, roomFor } from "./limits.js";
import { rowWords } from "../lib/pay-words.js";
import { oddsWords } from "../lib/odds-words.js";

export class About {
  /** @param {import("./table.js").Room} room */
  constructor(room) {
    this.room = room;
    this.bet = null;
    this.dialog = document.body.appendChild(h("dialog", { class: "about" }));
    // The finger that opened it may be lifted over what lies around it.
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && performance.now() - this.opened > 500 && this.dialog.close());
  }

  open(bet) {
    this.bet = bet.id;
    this.update();
    this.dialog.setAttribute("aria-label", pick(bet.name));
    this.opened = performance.now();
    if (!this.dialog.open) this.dialog.showModal();
    this.room.edges.ask().then(() => this.#edge());
  }

  /** Keep what is open up to date, without taking the focus from whoever reads it. */
  update() {
    const { felt, view } = this.room;
    const bet = felt.bets.find((one) => one.id === this.bet);
    if (!bet || !view.sign) return;
    this.edge = h("div", { class: "about-edge" });
    put(this.dialog,
      h("h2", { class: bet.hand }, h("span", { class: "han", lang: "zh-Hant" }, bet.name.zh), " ", h("span", { lang: "en" }, bet.name.en), " ", cite(bet.cite)),
      h("h3", {}, t("about.pays")),
      h("table", { class: "figures about-pays" }, h("tbody", {}, bet.pays.map((row) => h("tr", {},
        h("td", {}, rowWords(row)), h("td", {}, h("b", {}, oddsWords(row.odds)), row.commission && this.room.commission && ` ${t("printed.less", { c: this.room.commission })}`),
        h("td", {}, cite(row.cite)))))),
      h("h3", {}, t("about.limits", { n: this.room.box })),
      this.#limits(bet),
      h("h3", {}, t("edge.show")),
      this.edge,
      h("form", { method: "dialog", class: "ends" }, h("button", { class: "primary", autofocus: true }, t("close"))));
    this.#edge();
  }

  #limits(bet) {
    const { felt, view, box, wagers } = this.room;
    const about = wagers.facts(bet, box);
    const { by } = roomFor(about);
    const left = ({ more, refuses }) => (more > 0 ? t("limit.left", { n: money(more) }) : more < 0 && !refuses ? t("limit.over", { n: money(-more) }) : t("limit.none.left"));
    const row = (name, figure, said, of, first) => h("tr", { class: first && "nearest", data: { limit: name } },
      h("td", {}, t(`limit.${name}`)), h("td", { class: "num" }, money(figure)), h("td", {}, said), h("td", {}, of && cite(of)));
    return [
      h("table", { class: "figures about-limits" }, h("tbody", {},
        row("minimum", rangeOf(view.sign, bet.id).least, "", felt.limits.minimum),
        limitsOn(about).map((one) => row(one.name, one.of, left(one), one.more < 0 && one.name === "differential" ? felt.limits.pro_rata : one.cite, one.name === by?.name)))),
      view.sign.limits === "observed" && h("p", { class: "small quiet-text" }, t("about.observed")),
    ];
  }

  #edge() {
    const known = this.room.edges.of(this.bet);
    put(this.edge, known
      ? [h("b", {}, percent(known.edge_pct, 4)), known.edge_pct < 0 && ` ${t("about.gain")}`, h("p", { class: "small" }, `${t("about.exact")} `, h("code", { class: "exact" }, known.edge)),
        h("p", { class: "small quiet-text" }, t("about.from", { n: this.room.edges.decks }))]
      : h("p", { class: "quiet-text" }, t("about.waits")));
  }
}
