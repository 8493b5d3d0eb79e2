// One's own account: a password, and a second factor with its recovery codes.

import { ApiError, me } from "../lib/api.js";
import { drawing } from "../lib/draw.js";
import { h } from "../lib/element.js";
import "../lib/header.js";
import { t } from "../lib/i18n.js";
import { turnAway } from "../lib/turned-away.js";
import { Page } from "./page.js";
import { passwordPanel } from "./password.js";
import { factorPanel } from "./second-factor.js";

const root = /** @type {HTMLElement} */ (document.getElementById("page"));

/** @param {Page} page */
function view(page) {
  const { owes } = page.me;
  const panels = [passwordPanel(page), owes !== "password" && factorPanel(page)];
  // What is being done stands first: on a telephone the other is below it.
  if (owes === "second_factor" || page.begun || page.codes) panels.reverse();
  return [owes && h("p", { class: "panel owed", role: "status" }, t(`account.owes.${owes}`)), panels];
}

try {
  const page = new Page(await me());
  page.redraw = drawing(root, () => view(page));
} catch (error) {
  if (!(error instanceof ApiError)) throw error;
  turnAway(root, error);
}
