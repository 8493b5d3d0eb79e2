// Audit: a table's log, looked through by the house and verified here; and the house itself: its software, books and own logs.

import { get } from "/assets/lib/api.js";
import { h, put } from "/assets/lib/element.js";
import "/assets/lib/header.js";
import { add, t, whenSpoken } from "/assets/lib/i18n.js";
import { money } from "/assets/lib/money.js";
import { fullName } from "/assets/lib/tablename.js";
import { sayRefused } from "/assets/lib/toast.js";
import { admitted } from "/assets/lib/turned-away.js";
import { named } from "/assets/lib/words.js";
import { House } from "/assets/audit.house.js";
import { LogView } from "/assets/audit.log.js";
import { Shoes } from "/assets/audit.shoes.js";
import { verifyChain, wholeLog } from "/assets/audit.verify.js";

add({
  en: {
    "audit.title": "Audit", "audit.tables": "Tables", "audit.house": "House", "audit.which": "What to look at", "audit.table": "Table", "audit.log": "Log",
    "audit.house:switches": "Out of play", "audit.house:people": "Accounts",
    "audit.verify": "Verify the chain here", "audit.verify.server": "Ask the house", "audit.export": "Export", "audit.verifying": "Verifying … {n} %", "audit.whole": "The chain is whole: {n} events, each hash made again in this browser. Head {hash}",
    "audit.broken": "Event {n} is not as it was written: {why}", "audit.server.whole": "The house says: whole, {n} events.", "audit.server.broken": "The house says: event {n}",
    "audit.why.number": "its number does not follow", "audit.why.link": "it does not name the hash before it", "audit.why.hash": "its content does not give its hash", "audit.why.money": "its postings do not sum to nothing", "audit.why.head": "the head is another",
  },
  zh: {
    "audit.title": "稽核", "audit.tables": "賭檯", "audit.house": "全場", "audit.which": "查看範圍", "audit.table": "檯", "audit.log": "紀錄",
    "audit.house:switches": "停用與恢復", "audit.house:people": "帳戶",
    "audit.verify": "在此驗證雜湊鏈", "audit.verify.server": "由系統驗證", "audit.export": "匯出", "audit.verifying": "驗證中… {n} %", "audit.whole": "雜湊鏈完整：{n} 項，均在本瀏覽器重新計算。鏈首 {hash}",
    "audit.broken": "第 {n} 項與寫入時不符：{why}", "audit.server.whole": "系統回覆：完整，共 {n} 項。", "audit.server.broken": "系統回覆：第 {n} 項與寫入時不符。",
    "audit.why.number": "編號不連續", "audit.why.link": "未指向前一項雜湊", "audit.why.hash": "內容與雜湊不符", "audit.why.money": "分錄不平", "audit.why.head": "鏈首不符",
  },
});

const SWITCHES = "house:switches";
const PEOPLE = "house:people";

const root = document.getElementById("page");
const parts = { head: h("div", { class: "audit-head" }), acts: h("div", { class: "audit-acts" }), told: h("p", { class: "told", role: "status" }), body: h("div", { class: "of-log" }) };
const page = { tables: [], logs: [], log: "", table: "" };
const log = new LogView((sought) => history.replaceState(null, "", `/audit/${encodeURIComponent(page.log)}${sought && `?${sought}`}`));
const shoes = new Shoes();
const house = new House();

const ofHouse = () => page.log.startsWith("house:");

async function start() {
  const who = await admitted("log", root);
  if (!who) return;
  page.tables = (await get("/api/tables")).tables;
  page.logs = who.views.includes("people") ? [SWITCHES, PEOPLE] : [SWITCHES];
  whenSpoken(draw);
  await choose(named() || page.tables[0].table, new URLSearchParams(location.search));
}

async function choose(id, sought = new URLSearchParams()) {
  page.log = id;
  if (!ofHouse()) page.table = id;
  parts.told.textContent = "";
  put(parts.body, log.element, !ofHouse() && shoes.element);
  put(root, parts.head, ofHouse() && house.element, parts.acts, parts.told, parts.body);
  drawHead();
  await Promise.all([log.open(id, sought), ofHouse() ? house.read() : shoes.open(id)]);
}

function draw() {
  drawHead();
  log.draw();
  shoes.draw();
  house.draw();
}

async function verifyHere() {
  try {
    const found = await verifyChain(await wholeLog(page.log), (part) => { parts.told.textContent = t("audit.verifying", { n: Math.round(part * 100) }); });
    parts.told.className = `told ${found.whole ? "good" : "bad"}`;
    parts.told.textContent = found.whole ? t("audit.whole", { n: money(found.events), hash: found.hash }) : t("audit.broken", { n: found.fault.version, why: t(`audit.why.${found.fault.why}`) });
  } catch (error) {
    sayRefused(error);
  }
}

async function verifyThere() {
  try {
    const found = await get(`/api/verify/${encodeURIComponent(page.log)}`);
    parts.told.className = `told ${found.whole ? "good" : "bad"}`;
    put(parts.told, found.whole ? t("audit.server.whole", { n: money(found.head.version) }) : [t("audit.server.broken", { n: found.fault.version }), " ", h("span", { lang: "en" }, found.fault.why)]);
  } catch (error) {
    sayRefused(error);
  }
}

function drawHead() {
  const tab = (word, on, id) => h("button", { type: "button", name: word, "aria-pressed": String(on), onclick: () => choose(id) }, t(`audit.${word}`));
  const choices = ofHouse() ? page.logs.map((id) => [id, t(`audit.${id}`)]) : page.tables.map((one) => [one.table, fullName(one)]);
  put(parts.head,
    h("h1", {}, t("audit.title")),
    h("div", { class: "tabs", role: "group", "aria-label": t("audit.which") },
      tab("tables", !ofHouse(), page.table || page.tables[0].table), tab("house", ofHouse(), SWITCHES)));
  put(parts.acts,
    h("label", { class: "which" }, h("span", {}, t(ofHouse() ? "audit.log" : "audit.table")), h("select", { name: "table", onchange: (event) => choose(event.target.value) },
      choices.map(([id, name]) => h("option", { value: id, selected: id === page.log }, name)))),
    h("div", { class: "acts" },
      h("button", { type: "button", class: "primary", name: "verify", onclick: verifyHere }, t("audit.verify")),
      h("button", { type: "button", onclick: verifyThere }, t("audit.verify.server")),
      h("a", { class: "button", href: `/api/log/${encodeURIComponent(page.log)}/export`, download: `${page.log.replace(":", "-")}.jsonl` }, t("audit.export"))));
}

start();
