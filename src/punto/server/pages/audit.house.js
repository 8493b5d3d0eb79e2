// The house itself: the software it runs on, held against its start, and its books.

import { get } from "/assets/lib/api.js";
import { h, put } from "/assets/lib/element.js";
import { add, t } from "/assets/lib/i18n.js";
import { money, signed } from "/assets/lib/money.js";
import { why } from "/assets/lib/refusal.js";

add({
  en: {
    "house.software": "Software", "house.now": "Hash of all files, taken now", "house.same": "As when the house was opened.", "house.changed": "Files that are not as when the house was opened: {n}.", "house.first": "This is the first start of this house.",
    "house.start.same": "Nothing was changed between the start before and this one.", "house.start.changed": "Changed between the start before and this one: {n}.", "house.approved": "Held at the start to the approved hashes in {file}.", "house.versions": "Versions",
    "house.files": "{n} files and their hashes", "house.was": "was", "house.is": "is", "house.none": "none", "house.books": "Books", "house.balanced": "The books balance: every account holds what its postings say, and all together nothing.", "house.fault": "The books do NOT balance.",
    "house.kind": "Accounts", "house.number": "Number", "house.balance": "Balance", "house.total": "All together", "house.again": "Look again",
    "account.wallet": "Patrons’ wallets", "account.chips": "Chips in patrons’ hands, as observed", "account.layout": "On the layouts", "account.float": "Tables’ floats", "account.commission": "Commission", "account.cage": "Cage", "account.owed": "Owed by patrons",
  },
  zh: {
    "house.software": "軟件", "house.now": "所有檔案的雜湊，此刻計算", "house.same": "與開業時相同。", "house.changed": "{n} 個檔案與開業時不同！", "house.first": "本場首次啟動。",
    "house.start.same": "上次啟動至今次之間沒有更改。", "house.start.changed": "上次啟動至今次之間更改了 {n} 個檔案。", "house.approved": "啟動時已按 {file} 內的核准雜湊核對。", "house.versions": "版本",
    "house.files": "{n} 個檔案及其雜湊", "house.was": "原為", "house.is": "現為", "house.none": "無", "house.books": "帳簿", "house.balanced": "帳簿平衡：每個帳戶與其分錄相符，總和為零。", "house.fault": "帳簿不平衡！",
    "house.kind": "帳戶類別", "house.number": "數目", "house.balance": "結餘", "house.total": "總和", "house.again": "重新查看",
    "account.wallet": "玩家錢包", "account.chips": "玩家手上籌碼（按所見）", "account.layout": "檯面投注", "account.float": "賭檯籌碼", "account.commission": "佣金", "account.cage": "帳房", "account.owed": "玩家欠款",
  },
});

const verdict = (good, words, more) => h("p", { class: ["verdict", good ? "yes" : "no"] }, good ? "✓ " : "✗ ", words, more);

/** Files that are not as they were, with both hashes. */
const changes = (all) => all.length > 0 && h("ul", { class: "changes small" }, all.map((one) => h("li", {}, h("code", {}, one.name),
  ["was", "is"].map((when) => h("div", { class: "quiet-text" }, t(`house.${when}`), " ", one[when] ? h("code", {}, one[when]) : t("house.none"))))));

const rows = (pairs) => h("table", { class: "figures pairs" }, h("tbody", {}, Object.entries(pairs).map(([name, value]) => h("tr", {}, h("th", { scope: "row" }, h("code", {}, name)), h("td", {}, h("code", {}, value))))));

export class House {
  element = h("div", { class: "house" }, h("section", { class: "panel software" }), h("section", { class: "panel books" }));
  #software = null;
  #books = null;

  async read() {
    const read = (path) => get(path).catch((error) => ({ refused: error }));
    [this.#software, this.#books] = await Promise.all([read("/api/manifest"), read("/api/books")]);
    this.draw();
  }

  draw() {
    if (!this.#software) return;
    const [software, books] = this.element.children;
    const again = h("button", { type: "button", class: "quiet again", onclick: () => this.read() }, t("house.again"));
    put(software, h("div", { class: "panel-head" }, h("h2", {}, t("house.software")), again), this.#software.refused ? why(this.#software.refused) : this.#ofSoftware(this.#software));
    put(books, h("h2", {}, t("house.books")), this.#books.refused ? why(this.#books.refused) : this.#ofBooks(this.#books));
  }

  #ofSoftware({ digest, changed, changed_at_start: before, approved_by: approved, versions, files }) {
    const names = Object.keys(files).length;
    return [
      h("p", { class: "small" }, t("house.now"), h("br"), h("code", { class: "digest" }, digest)),
      verdict(!changed.length, changed.length ? t("house.changed", { n: money(changed.length) }) : t("house.same")),
      changes(changed),
      before === null ? h("p", { class: "small quiet-text" }, t("house.first"))
        : before.length ? h("details", {}, h("summary", { class: "small quiet-text" }, t("house.start.changed", { n: money(before.length) })), changes(before))
          : h("p", { class: "small quiet-text" }, t("house.start.same")),
      approved && h("p", { class: "small" }, t("house.approved", { file: approved })),
      h("details", {}, h("summary", { class: "small" }, t("house.versions")), rows(versions)),
      h("details", { class: "files" }, h("summary", { class: "small" }, t("house.files", { n: money(names) })), rows(files)),
    ];
  }

  #ofBooks({ total, fault, groups }) {
    return [
      verdict(!fault, t(fault ? "house.fault" : "house.balanced"), fault && [" ", h("span", { lang: "en" }, fault)]),
      groups.map((group) => h("details", { class: "accounts", data: { kind: group.kind } },
        h("summary", {}, h("span", {}, t(`account.${group.kind}`)), h("span", { class: "small quiet-text" }, money(group.accounts.length)), h("b", { class: "num" }, signed(group.balance))),
        h("table", { class: "figures pairs" }, h("tbody", {}, group.accounts.map((one) => h("tr", {}, h("th", { scope: "row" }, h("code", {}, one.account)), h("td", { class: "num" }, signed(one.balance)))))))),
      h("p", { class: "total" }, h("span", {}, t("house.total")), h("b", { class: "num" }, signed(total))),
    ];
  }
}
