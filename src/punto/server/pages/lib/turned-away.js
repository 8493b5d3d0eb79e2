// What stands on a page that cannot be shown: why, and the way back. Unlike a note at the edge it stays.

import { me, signIn } from "./api.js";
import { draw } from "./draw.js";
import { h } from "./element.js";
import { t } from "./i18n.js";
import { why } from "./refusal.js";

/** Words that change with the language by themselves. @param {Words.Key} key */
const words = (key) => ({ data: { t: key } });

/** @param {Element} root @param {Draw.Child} sentence */
const stand = (root, sentence) =>
  draw(root, h("section", { class: "panel turned-away", role: "alert" }, h("p", {}, sentence), h("a", { class: "button", href: "/", ...words("away.back") }, t("away.back"))));

/** Say why, instead of the page. @param {Element} root @param {import("./api.js").ApiError} error */
export function turnAway(root, error) {
  if (error.status === 401) return signIn(error.code);
  return stand(root, why(error));
}

/** Who is signed in, if their role has this view; null where the page had to turn them away. @param {string} view @param {Element} root */
export async function admitted(view, root) {
  const who = await me();
  if (who.views.includes(view)) return who;
  stand(root, h("span", words("away.role"), t("away.role")));
  return null;
}
