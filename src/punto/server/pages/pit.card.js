// A table at a glance: its name and game, what it does now and for how long, its limits, and who plays.

import { clock } from "/assets/lib/api.js";
import { deadline, inFigures } from "/assets/lib/countdown.js";
import { h } from "/assets/lib/element.js";
import { pick, t } from "/assets/lib/i18n.js";
import { stakes } from "/assets/lib/limits.js";
import { money } from "/assets/lib/money.js";
import { tableName } from "/assets/lib/tablename.js";

const staked = (table) => (table.coup && !table.coup.ended ? table.coup.bets.reduce((sum, bet) => sum + bet.stake, 0) : 0);

/** How long a table's clock still runs and for what, in words; nothing where it does not. */
export function timeLeft({ until, what }) {
  const left = until ? clock.until(until) : 0;
  if (left <= 0) return "";
  const figures = inFigures(left);
  return t(`pit.time.${what}`, { time: figures.includes(":") ? figures : t("pit.seconds", { n: figures }) });
}

function time(table) {
  const found = deadline(table);
  const data = { until: found?.at ?? "", what: found?.what ?? "" };
  return h("span", { class: "left", data }, timeLeft(data));
}

/** Limits as the sign has them, shortly: stakes, the differential, and how many bets have limits of their own. */
function limits(sign) {
  const own = Object.keys(sign.bet_limits).length;
  return h("p", { class: "limits" },
    h("b", {}, stakes(sign)),
    sign.differential_max !== null && h("span", {}, t("pit.differential", { n: money(sign.differential_max) })),
    own > 0 && h("span", {}, t("pit.own.limits", { n: own })),
    sign.limits === "observed" && h("span", {}, t("pit.observed.short")));
}

export function card(table, chosen) {
  const sign = table.phase === "closed" ? null : table.sign;
  const off = table.disabled.some((one) => one.what !== "bet");
  const tags = [off && ["off", "pit.off"], sign && !sign.insurance && ["note", "pit.uninsured"], table.dealer === "automatic" && ["", "pit.automatic"]].filter(Boolean);
  return h("a", { class: ["panel", "table-card", table.phase, chosen && "chosen", table.pending && "alarm"], href: `#${encodeURIComponent(table.table)}`,
    "aria-current": chosen ? "true" : null, data: { key: table.table, table: table.table } },
  h("h3", {}, tableName(table)),
  time(table),
  h("p", { class: "game" }, pick(table.title)),
  h("p", { class: "state" }, h("span", { class: ["phase", table.phase] }, t(`phase.${table.phase}`))),
  sign && limits(sign),
  h("p", { class: "facts small" },
    table.coup && h("span", {}, t("round.n", { n: table.coup.number })),
    h("span", {}, t("pit.people", { n: table.people.length })),
    h("span", {}, t("pit.staked", { n: money(staked(table)) })),
    table.shoe && h("span", {}, t("pit.left", { n: table.shoe.cards_left }))),
  tags.length > 0 && h("p", { class: "tags" }, tags.map(([kind, word]) => h("span", { class: ["tag", kind], data: { key: word } }, t(word)))));
}
