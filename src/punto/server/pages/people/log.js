// What was done to accounts: who, to whom, when. The newest first, from the log of accounts.

import { ApiError, get } from "../lib/api.js";
import { h } from "../lib/element.js";
import { language, t, wordOf } from "../lib/i18n.js";
import { why } from "../lib/refusal.js";
import { say, sayRefused } from "../lib/toast.js";

const LOG = "house:people";
const STEP = 20;
const NEWEST = Number.MAX_SAFE_INTEGER;

export class Doings {
  /** @type {Api.LogEntry[]} */
  #events = [];
  #more = false;
  /** @type {ApiError | null} */
  #refused = null;
  #redraw;

  /** @param {() => void} redraw called when something was read */
  constructor(redraw) {
    this.#redraw = redraw;
  }

  /** Begin again with the newest, or go on with what is older. */
  async read(before = NEWEST) {
    try {
      const answer = await get(`/api/log/${LOG}?before=${before}&limit=${STEP}`);
      this.#events = [...(before === NEWEST ? [] : this.#events), ...answer.events.reverse()];
      this.#more = answer.more;
      this.#refused = null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#refused = error;
    }
    this.#redraw();
  }

  view() {
    const section = (/** @type {Draw.Child[]} */ ...inside) => h("section", { class: "panel doings" }, inside);
    if (this.#refused) return section(h("p", {}, why(this.#refused)));
    return section(
      h("div", { class: "doings-head" }, h("h2", {}, t("done.title")),
        h("button", { type: "button", name: "verify", onclick: verify }, t("done.verify")),
        h("a", { class: "button", href: `/api/log/${LOG}/export`, download: "" }, t("done.export"))),
      h("ol", {}, this.#events.map(line)),
      this.#more && h("button", { type: "button", class: "quiet", name: "older", onclick: () => this.read(this.#events.at(-1)?.version) }, t("done.older")));
  }
}

/** @param {Api.LogEntry} event */
const line = (event) => h("li", { key: event.version, data: { version: event.version } },
  h("time", { class: "quiet-text", datetime: event.at }, moment(event.at)),
  h("span", {}, sentence(event)));

async function verify() {
  try {
    const { whole, head, fault } = await get(`/api/verify/${LOG}`);
    say(whole ? t("done.whole", { n: head.version }) : t("done.broken", { n: fault?.version ?? "" }), { tone: whole ? "good" : "bad" });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    sayRefused(error);
  }
}

/** @param {string} iso */
const moment = (iso) => new Date(iso).toLocaleString(language() === "zh" ? "zh-Hant" : "en-GB", { dateStyle: "medium", timeStyle: "medium" });

/** @param {Api.LogEntry} entry */
function sentence({ kind, person: by, body }) {
  const person = String(body.person ?? "");
  const role = (/** @type {unknown} */ word) => (typeof word === "string" ? wordOf("role.", word) : "");
  const own = kind === "password_set" && by === person;
  return wordOf("done.", own ? "own" : kind, { by: by ?? t("done.house"), person, role: role(body.role), was: role(body.was) });
}
