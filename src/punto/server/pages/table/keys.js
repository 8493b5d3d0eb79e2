// Keys of the table, and the list of them.

import { h } from "../lib/element.js";
import { put } from "../lib/put.js";
import { t } from "../lib/i18n.js";

const TYPING = "input, textarea, select, punto-squeeze";

/** @param {import("./table.js").Room} room @param {HTMLDialogElement} help */
export function listen(room, help) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.(TYPING) || document.querySelector("dialog[open]")) return;
    const key = event.key.toLowerCase();
    const run = {
      u: () => room.canBet && room.wagers.undo(),
      c: () => room.canBet && room.wagers.clear(),
      r: () => room.canBet && room.wagers.repeat(),
      d: () => room.canBet && room.wagers.double(),
      i: () => room.tray.insurance.focus(),
      s: () => room.top.asking.use(),
      e: () => room.toggleEdges(),
      f: () => room.surface.focus(),
      l: () => room.lookedAt && room.about.open(room.lookedAt),
      0: () => room.tray.rack.pick(0),
      "?": () => showHelp(help),
    }[key];
    const place = /^[1-9]$/.test(key) ? room.tray.rack.worths[Number(key) - 1] : undefined;
    if (!run && place === undefined) return;
    event.preventDefault();
    if (run) run();
    else room.tray.rack.pick(place);
  });
}

export function showHelp(help) {
  const row = (keys, what) => h("div", { class: "key-row" }, h("dt", {}, keys.map((key) => h("kbd", {}, key))), h("dd", {}, what));
  put(help, h("h2", {}, t("help.title")), h("dl", { class: "keys" },
    row(["Tab"], t("help.tab")), row(["←", "↑", "→", "↓"], t("help.arrows")), row(["Enter"], t("help.enter")), row(["Delete"], t("help.delete")),
    row(["1", "…", "6", "0"], t("help.chips")), row(["U"], t("help.u")), row(["C"], t("help.c")), row(["R"], t("help.r")), row(["D"], t("help.d")),
    row(["I"], t("help.i")), row(["S"], t("help.s")), row(["F"], t("help.f")), row(["E"], t("help.e")), row(["L"], t("help.l")), row(["?"], t("help.help"))),
  h("form", { method: "dialog" }, h("button", { class: "primary" }, t("close"))));
  help.showModal();
}
