// Ratings: each patron's visits, with what they played, what that should have won and what it did.

import { h } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { money, signed } from "../lib/money.js";
import { about, signedZ, units } from "./figures.js";
import { lane } from "./rows.js";

/** @param {string} moment */
const time = (moment) => moment.slice(0, 16).replace("T", " ");

/** @param {Api.RatingsView} view @param {Map<string, string>} names of tables by their ids */
export const ratingTable = ({ ratings }, names) => (ratings.length
  ? h("div", { class: "scroll-x", tabindex: "0", role: "region", "aria-label": t("results.ratings") }, h("table", { class: "figures ratings" },
    h("thead", {}, h("tr", {}, h("th", {}, t("results.head.patron")), h("th", {}, t("results.by.table")), h("th", {}, t("results.head.time")),
      /** @type {const} */ (["minutes", "rounds", "average_bet", "theo", "theo_moment", "win"]).map((head) => h("th", { class: "num" }, t(`results.head.${head}`))), h("th", {}, ""), h("th", { class: "num" }, "z"))),
    h("tbody", {}, ratings.map((rating) => h("tr", { key: `${rating.patron} ${rating.table} ${rating.since}` },
      h("th", { scope: "row" }, rating.patron), h("td", {}, names.get(rating.table) ?? rating.table), h("td", {}, time(rating.since)),
      h("td", { class: "num" }, about(rating.minutes)), h("td", { class: "num" }, money(rating.rounds)), h("td", { class: "num" }, about(rating.average_bet)),
      h("td", { class: "num" }, units(rating.theo)), h("td", { class: "num" }, about(rating.theo_moment)), h("td", { class: "num" }, signed(rating.win)),
      h("td", { class: "lane-cell" }, lane(rating.z)), h("td", { class: "num" }, rating.z === null ? "–" : signedZ(rating.z)))))))
  : h("p", { class: "quiet-text" }, t("results.none")));
