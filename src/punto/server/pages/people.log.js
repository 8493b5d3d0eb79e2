// What was done to accounts: who, to whom, when. The newest first, from the log of accounts.

import { get } from "/assets/lib/api.js";
import { h, put } from "/assets/lib/element.js";
import { add, language, t } from "/assets/lib/i18n.js";
import { why } from "/assets/lib/refusal.js";
import { say, sayRefused } from "/assets/lib/toast.js";

add({
  en: {
    "done.title": "What was done", "done.older": "Older", "done.export": "Export", "done.verify": "Verify the chain", "done.whole": "The chain is whole: {n} entries.", "done.broken": "Entry {n} is not as it was written.", "done.house": "The house", "done.person_added": "{by} added {person} as {role}", "done.person_shut_out": "{by} shut {person} out",
    "done.person_let_in": "{by} let {person} in again", "done.sessions_ended": "{by} ended every session of {person}", "done.password_set": "{by} gave {person} a password", "done.own": "{person} set a password of their own",
    "done.role_changed": "{by} made {person} {role} (was {was})", "done.person_unlocked": "{by} let {person} try again",
  },
  zh: {
    "done.title": "帳戶操作紀錄", "done.older": "較舊", "done.export": "匯出", "done.verify": "驗證雜湊鏈", "done.whole": "雜湊鏈完整：共 {n} 項。", "done.broken": "第 {n} 項與寫入時不符。", "done.house": "系統", "done.person_added": "{by} 加入 {person}，職級為{role}", "done.person_shut_out": "{by} 禁止 {person} 登入",
    "done.person_let_in": "{by} 恢復 {person} 登入", "done.sessions_ended": "{by} 結束 {person} 的所有連線", "done.password_set": "{by} 為 {person} 設定密碼", "done.own": "{person} 自行設定密碼",
    "done.role_changed": "{by} 將 {person} 的職級由{was}改為{role}", "done.person_unlocked": "{by} 為 {person} 解除鎖定",
  },
});

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
