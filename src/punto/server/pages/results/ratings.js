// Ratings: each patron's visits, with what they played, what that should have won and what it did.

import { h } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { money, signed } from "../lib/money.js";
import { about, signedZ, units } from "./figures.js";
import { lane } from "./rows.js";

/** @param {string} moment */
const time = (moment) => moment.slice(0, 16).replace("T", " ");

/** @param {Api.RatingsView} found */
export const ratingTable = ({ ratings }) => (ratings.length
  ? h("div", { class: "scroll-x", tabindex: "0", role: "region", "aria-label": t("results.ratings") }, h("table", { class: "figures ratings" },
    h("thead", {}, h("tr", {}, h("th", {}, t("results.head.patron")), h("th", {}, t("results.by.table")), h("th", {}, t("results.head.time")),
      /** @type {const} */ (["minutes", "rounds", "average_bet", "theo", "theo_moment", "win"]).map((head) => h("th", { class: "num" }, t(`results.head.${head}`))), h("th", {}, ""), h("th", { class: "num" }, "z"))),
    h("tbody", {}, ratings.map((one) => h("tr", { key: `${one.patron} ${one.table} ${one.since}` },
      h("th", { scope: "row" }, one.patron), h("td", {}, one.table), h("td", {}, time(one.since)),
      h("td", { class: "num" }, about(one.minutes)), h("td", { class: "num" }, money(one.rounds)), h("td", { class: "num" }, about(one.average_bet)),
      h("td", { class: "num" }, units(one.theo)), h("td", { class: "num" }, about(one.theo_moment)), h("td", { class: "num" }, signed(one.win)),
      h("td", { class: "lane-cell" }, lane(one.z)), h("td", { class: "num" }, one.z === null ? "–" : signedZ(one.z)))))))
  : h("p", { class: "quiet-text" }, t("results.none")));
