// The door: a name and a password, or the link that was printed when the house opened.

import { post } from "./lib/api.js";
import "./lib/cards.js";
import { h, put } from "./lib/element.js";
import { add, language, speak, t, translate } from "./lib/i18n.js";
import { why } from "./lib/refusal.js";
import "./lib/theme.js";

add({
  en: {
    "door.what": "A baccarat house.", "door.name": "Name", "door.password": "Password", "door.in": "Come in",
    "door.link": "In a demonstration, follow one of the links that were printed when the house opened. Each is good until it closes.",
    "door.link_is_spent": "This link has been used or is no longer good. Sign in with your name and password.",
    "door.too_many_requests": "Too many have tried from your address; wait a minute and follow the link again.",
    "door.language": "中文",
  },
  zh: {
    "door.what": "百家樂娛樂廳", "door.name": "姓名", "door.password": "密碼", "door.in": "進場",
    "door.link": "示範場：請使用開場時列印的登入連結，關場前一直有效。",
    "door.link_is_spent": "此登入連結已使用或失效，請以姓名及密碼登入。", "door.too_many_requests": "此位址嘗試登入過於頻繁，請一分鐘後再使用連結。", "door.language": "English",
  },
});

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
