// What the dealer calls now.

import { t, wordOf } from "../lib/i18n.js";

/** A result as it is called. @param {Pick<Api.CoupSettled, "winner" | "player_points" | "banker_points">} settled */
export const resultCall = (settled) => wordOf("call.", settled.winner, { p: settled.player_points, b: settled.banker_points });

/** Who squeezes, by name and box. @param {{who: string, box: number | undefined}} squeezer */
const squeezes = ({ who, box }) => (box ? t("call.squeeze.box", { who, n: box }) : t("call.squeeze", { who }));

/** @param {import("./room.js").Room} room */
export function callOf(room) {
  const { view, veil, settlement } = room;
  const { phase, coup } = view;
  if (room.isOff() && ["betting", "ready", "idle"].includes(phase)) return t("call.off");
  if (phase === "betting" || phase === "closed" || phase === "idle" || phase === "stopped") return t(`call.${phase}`);
  if (veil.until) return veil.mine ? t("call.squeeze.you") : veil.whoAndBox.map(squeezes).join(", ");
  if (veil.waits) return t("call.banker.first");
  if (coup?.ended === "voided") return t("call.void");
  if (settlement) return resultCall(settlement);
  if (coup?.choosing.length) return t("call.choice");
  if (phase === "dealing" && coup?.insurable) return t("call.insurance");
  if (phase === "ready" && view.shoe?.mixing && view.shoe.mixing.stage !== "mixed") return t("call.mixing");
  return t(`call.${phase}`);
}

/** How many letters a call may have in each size, from the largest on; a Chinese one takes the room of two. @type {[number, "" | "long"][]} */
const SIZES = [[20, ""], [28, "long"]];

/** How long a call is, with names in it as it may be: its place is the same. @param {string} words @returns {"" | "long" | "longer"} */
export function lengthOf(words) {
  const letters = [...words].reduce((sum, letter) => sum + (letter > "\u2e7f" ? 2 : 1), 0);
  return SIZES.find(([most]) => letters <= most)?.[1] ?? "longer";
}
