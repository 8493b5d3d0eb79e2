// The first page of the site: what is here, and the shelf of rulebooks with the edges of their bets.

import { drawing } from "../lib/draw.js";
import { h, s } from "../lib/element.js";
import { language, pick, t, wordOf } from "../lib/i18n.js";
import { siteAddress, siteIndex } from "../lib/site.js";
import "../lib/site-footer.js";
import "../lib/site-header.js";
import { TICKS, along, near } from "./edge-scale.js";

/** @typedef {import("../lib/site.js").SiteRow} SiteRow */
/** @typedef {import("../lib/site.js").BetEdge} BetEdge */

const [WIDE, HIGH, LEFT] = [320, 58, 8];

const root = /** @type {HTMLElement} */ (document.getElementById("page"));
const site = await siteIndex();

/** @param {number} edge */
const place = (edge) => LEFT + along(edge) * (WIDE - 2 * LEFT);

/** @param {BetEdge} bet */
const edgeWords = (bet) => `${pick(bet.name)} ${bet.edge_pct.toFixed(2)} %`;

/** Every bet as a mark on one scale, the same for all rulebooks. @param {SiteRow} row */
function strip(row) {
  const hands = row.edges.filter((bet) => bet.hand).sort((first, second) => first.edge_pct - second.edge_pct);
  const apart = hands.length < 2 || !near(hands[0].edge_pct, hands[1].edge_pct);
  return s("svg", { class: "edges", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": t("home.edges.said", { all: row.edges.map(edgeWords).join(t("odds.and")) }) },
    TICKS.map((tick) => s("g", { class: "tick" },
      s("path", { d: `M${place(tick)} 20V38` }),
      s("text", { x: place(tick), y: 52, "text-anchor": tick === 0 ? "start" : tick === TICKS.at(-1) ? "end" : "middle" }, tick === TICKS.at(-1) ? `${tick}+ %` : tick))),
    s("path", { class: "axis", d: `M${LEFT} 29H${WIDE - LEFT}` }),
    row.edges.filter((bet) => !bet.hand).map((bet) => s("circle", { class: "bet", cx: place(bet.edge_pct), cy: 29, r: 4.2 }, s("title", {}, edgeWords(bet)))),
    hands.map((bet, at) => s("g", { class: ["hand", bet.hand] },
      s("circle", { cx: place(bet.edge_pct), cy: 29, r: 5 }, s("title", {}, edgeWords(bet))),
      s("text", { x: place(bet.edge_pct) + (apart ? 0 : at ? 5 : -5), y: 14, "text-anchor": apart ? "middle" : at ? "start" : "end" }, wordOf("roads.letter.", bet.hand ?? "")))));
}

/** @param {SiteRow} row */
function card(row) {
  const { least, most, usual } = row.decks;
  const other = language() === "en" ? row.title.zh : row.title.en;
  const main = row.edges.filter((bet) => bet.hand);
  return h("article", { class: "panel book", key: row.id, data: { book: row.id } },
    h("h3", {}, h("a", { href: siteAddress(`rulebooks/${row.id}.html`) }, pick(row.title))),
    h("p", { class: "other quiet-text", lang: language() === "en" ? "zh-Hant" : "en" }, other),
    strip(row),
    h("dl", { class: "main-edges" }, main.map((bet) => h("div", { key: bet.bet, class: bet.hand }, h("dt", {}, pick(bet.name)), h("dd", {}, `${bet.edge_pct.toFixed(4)} %`)))),
    h("p", { class: "small quiet-text" }, [
      wordOf("home.source.", row.source), row.edition === "common" || row.edition === "undated" ? null : row.edition,
      least === most ? t("home.decks", { n: usual }) : t("home.decks.range", { least, most }),
      t("home.bets", { count: row.edges.length }), row.insurance && t("home.insurance"),
    ].filter((part) => typeof part === "string").map((part) => part.replaceAll(" ", "\u00a0")).join(" · ")),
    h("p", { class: "ways" },
      h("a", { href: siteAddress(`sheets/${row.id}.html`) }, t("odds.par")),
      h("a", { href: siteAddress(`odds.html#${row.id}`) }, t("site.page.odds")),
      h("a", { href: siteAddress(`coups.html#${row.id}`) }, t("site.page.coups"))));
}

const TOOLS = /** @type {const} */ (["odds", "coups", "roads", "shoe"]);

/** What each tool looks like, in a few strokes. */
const GLYPHS = {
  odds: () => [s("path", { class: "line", d: "M6 34H34" }), [[9, 14], [16, 22], [23, 9], [30, 18]].map(([x, tall]) => s("rect", { class: "fill", x: x - 2.5, y: 33 - tall, width: 5, height: tall, rx: 1 }))],
  coups: () => [s("rect", { class: "paper", x: 7, y: 9, width: 15, height: 21, rx: 2, transform: "rotate(-10 14 20)" }), s("rect", { class: "paper", x: 18, y: 9, width: 15, height: 21, rx: 2, transform: "rotate(8 25 20)" }), s("path", { class: "fill", d: "M25.500 15L29 20L25.500 25L22 20Z" })],
  roads: () => [[[10, 11, "banker"], [10, 20, "banker"], [10, 29, "banker"], [20, 11, "player"], [20, 20, "player"], [30, 11, "banker"]].map(([x, y, who]) => s("circle", { class: `ring ${who}`, cx: x, cy: y, r: 3.6 }))],
  shoe: () => [s("path", { class: "line", d: "M20 6L32 11V19C32 27 27 32 20 35C13 32 8 27 8 19V11Z" }), s("path", { class: "line", d: "M14.500 20L18.500 24L26 16" })],
};

const tools = () => h("nav", { class: "tools", "aria-label": t("home.tools") }, TOOLS.map((tool) =>
  h("a", { class: "panel tool", href: siteAddress(`${tool}.html`), key: tool },
    s("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" }, GLYPHS[tool]()),
    h("b", {}, t(`site.page.${tool}`)),
    h("span", {}, t(`home.tool.${tool}`)))));

const view = () => {
  document.title = `${t("home.title")} – Punto`;
  return [
    h("section", { class: "lead" },
      h("h1", {}, t("home.title")),
      h("p", {}, t("home.lead"))),
    tools(),
    h("section", { class: "shelf" },
      h("div", { class: "shelf-head" }, h("h2", {}, t("home.shelf")), h("p", { class: "quiet-text small" }, t("home.shelf.about"))),
      h("div", { class: "books" }, site.rulebooks.map(card))),
  ];
};

drawing(root, view);
