// Keys of the table, and the list of them.

import { draw } from "../lib/draw.js";
import { h } from "../lib/element.js";
import { t } from "../lib/i18n.js";

const TYPING = "input, textarea, select, punto-squeeze";

/** @typedef {import("./room.js").Room} Room */

/** What each key does. @param {Room} room @returns {Record<string, () => unknown>} */
const actsOf = (room) => ({
  u: () => room.canBet && room.wagers.undo(),
  c: () => room.canBet && room.wagers.clear(),
  r: () => room.canBet && room.wagers.repeat(),
  d: () => room.canBet && room.wagers.double(),
  i: () => /** @type {HTMLElement | null} */ (room.part("tray").querySelector(".insurance input"))?.focus(),
  s: () => room.top.asking.use(),
  e: () => room.toggleEdges(),
  f: () => room.surface.focus(),
  l: () => room.lookedAt && room.about.open(room.lookedAt),
  0: () => room.pickChip(0),
  t: () => room.beside.open(),
  m: () => room.toggleSound(),
  b: () => room.openDrawer(!room.drawn),
  "?": () => room.showHelp(),
});

/** @param {Room} room */
export function listenForKeys(room) {
  const acts = actsOf(room);
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof Element && event.target.closest(TYPING);
    if (!room.active) return;
    if (event.ctrlKey || event.metaKey || event.altKey || typing || document.querySelector("dialog:modal")) return;
    if (event.key === "Escape") return void (room.leaves.close() || room.stages.skip());
    const key = event.key.toLowerCase();
    const worth = /^[1-9]$/.test(key) ? room.worths[Number(key) - 1] : undefined;
    const act = Object.hasOwn(acts, key) ? acts[key] : worth !== undefined && (() => room.pickChip(worth));
    if (!act) return;
    event.preventDefault();
    act();
  });
}

/** @param {HTMLDialogElement} help */
export function drawHelp(help) {
  const row = (/** @type {string[]} */ keys, /** @type {string} */ what) => h("div", { class: "key-row" }, h("dt", {}, keys.map((key) => h("kbd", {}, key))), h("dd", {}, what));
  const letters = /** @type {const} */ (["u", "c", "r", "d", "i", "s", "f", "e", "l", "b", "t", "m"]);
  draw(help,
    h("h2", {}, t("help.title")),
    h("dl", { class: "keys" },
      row(["Tab"], t("help.tab")), row(["←", "↑", "→", "↓"], t("help.arrows")), row(["Enter"], t("help.enter")), row(["Delete"], t("help.delete")),
      row(["1", "…", "6", "0"], t("help.chips")),
      letters.map((letter) => row([letter.toUpperCase()], t(`help.${letter}`))),
      row(["Esc"], t("help.esc")), row(["?"], t("help.help"))),
    h("form", { method: "dialog" }, h("button", { class: "primary" }, t("close"))));
}
