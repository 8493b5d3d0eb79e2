// The choice after a dealing error: what happened, by which paragraph I may choose, what silence means, and the time left.

import { ApiError, command } from "../lib/api.js";
import { cite } from "../lib/cite.js";
import "../lib/countdown.js";
import { h } from "../lib/element.js";
import { t, wordOf } from "../lib/i18n.js";
import { sayRefused } from "../lib/toast.js";
import { tiny } from "./tiny.js";

/** @typedef {import("./room.js").Room} Room */

/** @param {Room} room */
export function choice(room) {
  const { view, felt } = room;
  const at = view.next?.waits_for === "choice" ? view.next.at : null;
  const option = (/** @type {"continue" | "return"} */ what) =>
    h("button", { type: "button", class: what === "continue" && "primary", key: what, data: { option: what }, onclick: () => choose(room, what) }, t(`choose.${what}`));
  return h("div", { class: "choice", role: "group", "aria-label": t("choose.title") },
    h("div", { class: "choice-words" },
      happened(room, view.coup?.number ?? 0),
      h("h3", {}, t("choose.title"), " ", cite(felt.choice.cite)),
      h("p", { class: "silence small quiet-text" }, t("choose.silence"), " ", cite(felt.choice.silence))),
    h("div", { class: "choice-do" },
      h("div", { class: "options" }, option("continue"), option("return")),
      h("div", { class: "choice-time" },
        h("punto-countdown", { props: { until: at } }),
        h("span", { class: "small quiet-text" }, !at && t("choose.dealer")))));
}

/** What was reported. @param {Room} room @param {number} coup */
function happened({ remarks }, coup) {
  const report = remarks.report(coup);
  return report && h("p", { class: "happened" },
    h("b", {}, wordOf("what.", report.what)),
    report.cards && [" ", report.cards.split(" ").map(tiny)],
    report.note && [" ", h("q", {}, report.note)],
    " ", cite(report.cite),
    remarks.reconstructed(coup) && ` ${t("choose.ordered")}`);
}

/** @param {Room} room @param {"continue" | "return"} option */
async function choose({ id, me, view }, option) {
  try {
    await command(id, "choose", { patron: me.name, option }, view.version);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    sayRefused(error);
  }
}
