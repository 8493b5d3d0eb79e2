// What was done to accounts: who, to whom, when. The newest first, from the log of accounts.

import { get } from "../lib/api.js";
import { h } from "../lib/element.js";
import { put } from "../lib/put.js";
import { language, t } from "../lib/i18n.js";
import { why } from "../lib/refusal.js";
import { say, sayRefused } from "../lib/toast.js";

const LOG = "house:people";
const STEP = 20;
const NEWEST = Number.MAX_SAFE_INTEGER;

/** The list, in an element of its own: `read()` begins again with the newest. */
export class Doings {
  element = h("section", { class: "panel doings" });
  #events = [];
  #more = false;

  async read(before = NEWEST) {
    try {
      const told = await get(`/api/log/${LOG}?before=${before}&limit=${STEP}`);
      this.#events = [...(before === NEWEST ? [] : this.#events), ...told.events.reverse()];
      this.#more = told.more;
      this.draw();
    } catch (error) {
      put(this.element, h("p", {}, why(error)));
    }
  }

  draw() {
    put(this.element,
      h("div", { class: "doings-head" }, h("h2", {}, t("done.title")),
        h("button", { type: "button", name: "verify", onclick: verify }, t("done.verify")), h("a", { class: "button", href: `/api/log/${LOG}/export`, download: "" }, t("done.export"))),
      h("ol", {}, this.#events.map((event) => h("li", { data: { version: event.version } }, h("time", { class: "quiet-text", datetime: event.at }, moment(event.at)), h("span", {}, sentence(event))))),
      this.#more && h("button", { type: "button", class: "quiet", name: "older", onclick: () => this.read(this.#events.at(-1).version) }, t("done.older")));
  }
}

async function verify() {
  try {
    const { whole, head, fault } = await get(`/api/verify/${LOG}`);
    say(whole ? t("done.whole", { n: head.version }) : t("done.broken", { n: fault.version }), { tone: whole ? "good" : "bad" });
  } catch (error) {
    sayRefused(error);
  }
}

const moment = (iso) => new Date(iso).toLocaleString(language() === "zh" ? "zh-Hant" : "en-GB", { dateStyle: "medium", timeStyle: "medium" });

function sentence({ kind, person: by, body }) {
  const own = kind === "password_set" && by === body.person;
  const role = (word) => word && t(`role.${word}`);
  return t(own ? "done.own" : `done.${kind}`, { by: by ?? t("done.house"), person: body.person, role: role(body.role), was: role(body.was) });
}
