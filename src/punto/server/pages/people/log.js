// The records of people: what was done to accounts, who came in and who failed, which settings changed. The newest first.

import { ApiError, get } from "../lib/api.js";
import { h } from "../lib/element.js";
import { language, t, wordOf } from "../lib/i18n.js";
import { why } from "../lib/refusal.js";
import { say, sayRefused } from "../lib/toast.js";

/** @typedef {"people" | "sign-ins" | "settings"} Log */
/** @type {Log[]} */
const LOGS = ["people", "sign-ins", "settings"];
const STEP = 20;
const NEWEST = Number.MAX_SAFE_INTEGER;

export class Doings {
  #log = LOGS[0];
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

  get #name() {
    return `house:${this.#log}`;
  }

  /** @param {Log} log */
  #choose(log) {
    this.#log = log;
    return this.read();
  }

  /** Begin again with the newest, or go on with what is older. */
  async read(before = NEWEST) {
    const log = this.#log;
    try {
      const answer = await get(`/api/log/${this.#name}?before=${before}&limit=${STEP}`);
      if (log !== this.#log) return; // Another was chosen meanwhile.
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
        h("div", { class: "which", role: "group", "aria-label": t("done.which") }, LOGS.map((log) =>
          h("button", { type: "button", name: log, "aria-pressed": String(log === this.#log), onclick: () => this.#choose(log) }, t(`done.log.${log}`)))),
        h("span", { class: "grow" }),
        h("button", { type: "button", name: "verify", onclick: () => verify(this.#name) }, t("done.verify")),
        h("a", { class: "button", href: `/api/log/${this.#name}/export`, download: "" }, t("done.export"))),
      h("ol", { key: this.#log }, this.#events.map(line)),
      this.#more && h("button", { type: "button", class: "quiet", name: "older", onclick: () => this.read(this.#events.at(-1)?.version) }, t("done.older")));
  }
}

/** @param {Api.LogEntry} event */
const line = (event) => h("li", { key: event.version, data: { version: event.version } },
  h("time", { class: "quiet-text", datetime: event.at }, moment(event.at)),
  h("span", {}, sentence(event), changes(event)));

/** @param {string} log */
async function verify(log) {
  try {
    const { whole, head, fault } = await get(`/api/verify/${encodeURIComponent(log)}`);
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
  const text = (/** @type {string} */ name) => String(body[name] ?? "");
  const word = (/** @type {"role." | "done.way." | "done.code."} */ beginning, /** @type {string} */ name) => (text(name) ? wordOf(beginning, text(name)) : "");
  const own = kind === "password_set" && by === text("person");
  return wordOf("done.", own ? "own" : kind, {
    by: by ?? t("done.house"), person: text("person") || t("done.stranger"), role: word("role.", "role"), was: word("role.", "was"), count: Number(body.count ?? 0),
    address: text("address") || t("done.anywhere"), way: word("done.way.", "by"), reason: word("done.code.", "code"),
  });
}

/** Each setting that is another, with both its values. @param {Api.LogEntry} entry */
function changes({ kind, body }) {
  const all = /** @type {{setting: string, was: unknown, is: unknown}[]} */ (body.changes ?? []);
  if (!all.length) return null;
  const words = kind === "settings_first_seen" ? "done.value" : "done.setting";
  return h("ul", { class: "settings" }, all.map(({ setting, was, is }) => h("li", {}, t(words, { setting, was: value(was), is: value(is) }))));
}

/** A setting as its file has it. @param {unknown} setting */
function value(setting) {
  if (setting === null || setting === "") return t("done.none");
  return typeof setting === "string" ? setting : JSON.stringify(setting);
}
