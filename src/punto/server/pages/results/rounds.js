// The rounds behind a figure, the newest first, each with its dispute pack one button away.

import { h } from "../lib/element.js";
import { t, wordOf } from "../lib/i18n.js";
import { money, signed } from "../lib/money.js";
import { about } from "./figures.js";

/** @param {Api.RoundFigures} round @param {string} patron */
function pack(round, patron) {
  const query = patron ? `?patron=${encodeURIComponent(patron)}` : "";
  const to = (/** @type {"pdf" | "html"} */ form) => `/api/disputes/${encodeURIComponent(round.table)}/${round.coup}/${form}${query}`;
  return h("span", { class: "pack" },
    h("a", { class: "button small-button", href: to("pdf"), download: true, "aria-label": t("results.dispute.of", { n: round.coup }) }, t("results.dispute")), " ",
    h("a", { href: to("html"), download: true }, "HTML"), " ",
    h("a", { href: `/audit/${encodeURIComponent(round.table)}?coup=${round.coup}` }, t("page.log")));
}

/** @param {Api.RoundsView} view @param {string} patron whose rounds they are, if they are one patron's @param {Map<string, string>} names of tables by their ids */
export function roundTable({ rounds }, patron, names) {
  const several = rounds.some((round) => round.table !== rounds[0].table);
  return rounds.length ? h("div", { class: "scroll-x", tabindex: "0", role: "region", "aria-label": t("results.rounds") }, h("table", { class: "figures rounds" },
    h("thead", {}, h("tr", {}, several && h("th", {}, t("results.head.table")), h("th", { class: "num" }, t("results.head.round")), h("th", {}, t("results.head.time")), h("th", {}, t("results.head.result")),
      /** @type {const} */ (["bets", "handle", "win", "theo", "theo_moment"]).map((head) => h("th", { class: "num" }, t(`results.head.${head}`))), h("th", {}, ""))),
    h("tbody", {}, rounds.map((round) => h("tr", { key: `${round.table} ${round.coup}`, data: { coup: round.coup } },
      several && h("td", {}, names.get(round.table) ?? round.table), h("th", { class: "num", scope: "row" }, round.coup), h("td", {}, round.at.slice(0, 19).replace("T", " ")),
      h("td", {}, round.void ? t("results.void") : `${wordOf("", round.winner)} · ${round.cards}`),
      h("td", { class: "num" }, round.bets), h("td", { class: "num" }, money(round.handle)), h("td", { class: "num" }, signed(round.win)),
      h("td", { class: "num" }, about(round.theo)), h("td", { class: "num" }, about(round.theo_moment)), h("td", {}, pack(round, patron)))))))
    : h("p", { class: "quiet-text" }, t("results.none"));
}
