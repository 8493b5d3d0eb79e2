// What stands on a page that cannot be shown: why, and the way back. Unlike a note at the edge it stays.

import { me, signIn } from "./api.js";
import { h, put } from "./element.js";
import { add, t } from "./i18n.js";
import { why } from "./refusal.js";

add({
  en: { "away.role": "This page is not for your role.", "away.back": "To the lobby" },
  zh: { "away.role": "您的職級不可查看此頁。", "away.back": "返回大廳" },
});

/** Words that change with the language by themselves. */
const words = (key) => ({ data: { t: key } });

const stand = (root, sentence) =>
  put(root, h("section", { class: "panel turned-away", role: "alert" }, h("p", {}, sentence), h("a", { class: "button", href: "/", ...words("away.back") }, t("away.back"))));

/** Say why, instead of the page. @param {Element} root @param {import("./api.js").ApiError} error */
export function turnAway(root, error) {
  if (error.status === 401) return signIn();
  return stand(root, why(error));
}

/** Who is signed in, if their role has this view; null where the page had to turn them away. */
export async function admitted(view, root) {
  const who = await me();
  if (who.views.includes(view)) return who;
  stand(root, h("span", words("away.role"), t("away.role")));
  return null;
}
