// Roads from typed results: letters in, the five scoreboards out. The address keeps them, so that they can be sent.

import { drawing } from "../lib/draw.js";
import { h } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { counts } from "../lib/roads.js";
import "../lib/site-footer.js";
import "../lib/site-header.js";
import { readResults, roadMap } from "./road-map.js";

const LETTERS = /** @type {const} */ ([["banker", "B"], ["player", "P"], ["tie", "T"]]);
const EXAMPLE = "BBPBBBTPPBPBPBBPPPPTBPPBBBBBBBTPBPPBBPBPPTPPPBBPB";
const DERIVED = /** @type {const} */ (["big_eye_boy", "small_road", "cockroach_pig"]);
const ALL = /** @type {const} */ (["bead_plate", "big_road", ...DERIVED]);

/** @typedef {(typeof ALL)[number]} RoadName */

const root = /** @type {HTMLElement} */ (document.getElementById("page"));
const page = { text: decodeURIComponent(location.hash.slice(1)) };

/** @param {string} text */
function set(text) {
  page.text = text;
  const { results } = readResults(text);
  const letters = results.map((winner) => winner[0].toUpperCase()).join("");
  history.replaceState(null, "", letters ? `#${letters}` : location.pathname + location.search);
  redraw();
}

/** A press writes the field anew, whatever was typed there. @param {string} text */
function write(text) {
  const field = document.querySelector("textarea");
  if (field) field.value = text;
  set(text);
}

function form(/** @type {string[]} */ unknown) {
  return h("section", { class: "panel typed" },
    h("label", { class: "field" }, h("span", {}, t("typed.label")),
      h("textarea", { name: "results", rows: 3, spellcheck: "false", autocomplete: "off", autocapitalize: "characters", value: page.text, oninput: ({ currentTarget }) => set(currentTarget.value) })),
    unknown.length > 0 && h("p", { class: "refused", role: "alert" }, t("typed.unknown", { what: unknown.slice(0, 8).join(" ") })),
    h("div", { class: "presses" },
      LETTERS.map(([winner, letter]) => h("button", { type: "button", class: ["result", winner], key: winner, onclick: () => write(page.text + letter) }, t(winner))),
      h("button", { type: "button", key: "back", "aria-disabled": page.text ? null : "true", onclick: () => write(page.text.trimEnd().slice(0, -1)) }, t("typed.back")),
      h("button", { type: "button", key: "clear", "aria-disabled": page.text ? null : "true", onclick: () => write("") }, t("typed.clear")),
      h("button", { type: "button", key: "example", onclick: () => write(EXAMPLE) }, t("typed.example"))));
}

/** How many columns each road has; a derived one gets two thirds of what it is told. */
const columns = () => (innerWidth > 900 ? { beads: 16, big: 32, derived: 30 } : { beads: 18, big: 24, derived: 36 });

const view = () => {
  document.title = `${t("site.page.roads")} – Punto`;
  const { results, unknown } = readResults(page.text);
  const data = roadMap(results);
  const { beads, big, derived } = columns();
  const board = (/** @type {RoadName} */ name, /** @type {number} */ wide) => h("figure", { key: name, class: name },
    h("figcaption", {}, t(name)),
    h("punto-roads", { props: { data }, show: name, columns: wide, beads }));
  return [
    h("section", { class: "page-head" }, h("h1", {}, t("typed.title")), h("p", {}, t("typed.about"))),
    form(unknown),
    h("section", { class: "panel boards" },
      h("div", { class: "summary" }, counts(data), h("punto-roads", { props: { data }, show: "next" })),
      h("div", { class: "plates" }, board("bead_plate", big), board("big_road", big)),
      h("div", { class: "derived" }, DERIVED.map((name) => board(name, derived)))),
    h("section", { class: "panel explained" }, h("h2", {}, t("typed.how")),
      h("dl", {}, ALL.map((name) => [h("dt", { key: `${name} t` }, t(name)), h("dd", { key: `${name} d` }, t(`typed.how.${name}`))])),
      h("p", { class: "quiet-text small" }, t("typed.past"))),
  ];
};

const redraw = drawing(root, view);
addEventListener("resize", redraw);
addEventListener("hashchange", () => write(decodeURIComponent(location.hash.slice(1))));
