// The door: a name and a password, or the link that was printed when the house opened.

import { post } from "../lib/api.js";
import "../lib/cards.js";
import { h } from "../lib/element.js";
import { put } from "../lib/put.js";
import { language, speak, t, translate } from "../lib/i18n.js";
import { why } from "../lib/refusal.js";
import "../lib/theme.js";

const by = (id) => document.getElementById(id);

by("fan").append(...["8h", null, "Ac"].map((face) => h("punto-card", { face })));

/** Why a link did not let in, as the address tells; only what we have words for. */
let spent = ["link_is_spent", "too_many_requests"].find((code) => code === new URLSearchParams(location.search).get("refused"));

function words() {
  translate(document);
  if (spent) {
    put(by("refused"), t(`door.${spent}`));
    by("refused").hidden = false;
  }
  const button = by("language");
  button.textContent = t("door.language");
  button.lang = language() === "en" ? "zh-Hant" : "en";
}

by("language").addEventListener("click", () => {
  speak(language() === "en" ? "zh" : "en");
  words();
});

/** Where to go afterwards: only an address of this house. */
function next(landing) {
  const asked = new URLSearchParams(location.search).get("next") ?? landing;
  return /^\/(?![/\\])/.test(asked) ? asked : landing;
}

by("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const refused = by("refused");
  refused.hidden = true;
  spent = undefined;
  try {
    const { landing } = await post("/api/sign-in", { name: by("name").value, password: by("password").value });
    location.assign(next(landing));
  } catch (error) {
    put(refused, why(error));
    refused.hidden = false;
    by("password").select();
  }
});

words();
