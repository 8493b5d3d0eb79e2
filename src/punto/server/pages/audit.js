// Audit: a table's log with paragraph and hash; the chain and every closed shoe verified here; and the export.

import { ApiError, get } from "/assets/lib/api.js";
import { says } from "/assets/lib/cite.js";
import { h, put } from "/assets/lib/element.js";
import "/assets/lib/header.js";
import { add, language, t, whenSpoken } from "/assets/lib/i18n.js";
import { money, signed } from "/assets/lib/money.js";
import { why } from "/assets/lib/refusal.js";
import { sayRefused } from "/assets/lib/toast.js";
import { admitted } from "/assets/lib/turned-away.js";
import { named, namesOf } from "/assets/lib/words.js";
import { readLog, shoesOf, verifyChain, verifyShoe } from "/assets/audit.verify.js";
import { KINDS, fieldOf, whoOf } from "/assets/audit.zh.js";

add({
  en: {
    "audit.title": "The log", "audit.table": "Table", "audit.switches": "House: out of play", "audit.filter": "Filter: kind, person, paragraph, hash …", "audit.newer": "Newest", "audit.older": "Older", "audit.events": "{n} events, head {hash}",
    "audit.verify": "Verify the chain here", "audit.verify.server": "Ask the house", "audit.export": "Export", "audit.verifying": "Verifying … {n} %", "audit.whole": "The chain is whole: {n} events, each hash made again in this browser. Head {hash}",
    "audit.broken": "Event {n} is not as it was written: {why}", "audit.server.whole": "The house says: whole, {n} events.", "audit.server.broken": "The house says: event {n}",
    "audit.why.number": "its number does not follow", "audit.why.link": "it does not name the hash before it", "audit.why.hash": "its content does not give its hash", "audit.why.money": "its postings do not sum to nothing", "audit.why.head": "the head is another",
    "audit.shoes": "Shoes", "audit.shoe": "Shoe {n}", "audit.shoe.verify": "Verify", "audit.shoe.open": "still in use: its order is sealed", "audit.shoe.physical": "real cards: nothing to verify", "audit.shoe.promised": "Promised",
    "audit.shoe.kept": "The revealed order gives the promised hash.", "audit.shoe.not.kept": "The revealed order does NOT give the promised hash.", "audit.shoe.followed": "All {n} cards that came out follow that order.",
    "audit.shoe.not.followed": "The cards that came out do NOT follow that order.", "audit.shoe.complete": "It holds {n} whole decks.", "audit.shoe.not.complete": "It does NOT hold {n} whole decks.", "audit.shoe.none": "No shoe yet.", "audit.shoe.load": "Read the shoes from the log",
    "audit.at": "Time", "audit.by": "By", "audit.kind": "Event", "audit.paragraph": "Paragraph", "audit.hash": "Hash", "audit.before": "before", "audit.postings": "Postings", "audit.nothing": "Nothing matches.", "audit.acting": "acting as {rank}", "audit.order": "Order",
  },
  zh: {
    "audit.title": "紀錄", "audit.table": "檯", "audit.switches": "全場：停用", "audit.filter": "篩選：事件、人員、條文、雜湊…", "audit.newer": "最新", "audit.older": "較舊", "audit.events": "共 {n} 項，鏈首 {hash}",
    "audit.verify": "在此驗證雜湊鏈", "audit.verify.server": "由系統驗證", "audit.export": "匯出", "audit.verifying": "驗證中… {n} %", "audit.whole": "雜湊鏈完整：{n} 項，均在本瀏覽器重新計算。鏈首 {hash}",
    "audit.broken": "第 {n} 項與寫入時不符：{why}", "audit.server.whole": "系統回覆：完整，共 {n} 項。", "audit.server.broken": "系統回覆：第 {n} 項與寫入時不符。",
    "audit.why.number": "編號不連續", "audit.why.link": "未指向前一項雜湊", "audit.why.hash": "內容與雜湊不符", "audit.why.money": "分錄不平", "audit.why.head": "鏈首不符",
    "audit.shoes": "牌靴", "audit.shoe": "第 {n} 靴", "audit.shoe.verify": "驗證", "audit.shoe.open": "使用中：牌序已封存", "audit.shoe.physical": "實體牌：無須驗證", "audit.shoe.promised": "承諾值",
    "audit.shoe.kept": "公開的牌序與承諾值相符。", "audit.shoe.not.kept": "公開的牌序與承諾值不符！", "audit.shoe.followed": "派出的 {n} 張牌均按此次序。", "audit.shoe.not.followed": "派出的牌不按此次序！", "audit.shoe.complete": "共 {n} 副完整的牌。",
    "audit.shoe.not.complete": "並非 {n} 副完整的牌！", "audit.shoe.none": "尚無牌靴。", "audit.shoe.load": "由紀錄讀取牌靴", "audit.at": "時間", "audit.by": "人員", "audit.kind": "事件", "audit.paragraph": "條文", "audit.hash": "雜湊", "audit.before": "前一項",
    "audit.postings": "分錄", "audit.nothing": "沒有相符項目。", "audit.acting": "署任{rank}", "audit.order": "牌序",
  },
});

const SWITCHES = "house:switches";
const STEP = 200;
const root = document.getElementById("page");
const parts = { head: h("div", { class: "audit-head" }), told: h("p", { class: "told", role: "status" }), log: h("section", { class: "panel log" }), shoes: h("section", { class: "panel shoes" }) };
const page = { tables: [], table: "", log: null, from: 0, filter: "", file: null, shoes: null, results: {}, books: {} };

async function start() {
  if (!(await admitted("log", root))) return;
  page.tables = (await get("/api/tables")).tables.map((one) => one.table);
  put(root, parts.head, parts.told, h("div", { class: "two" }, parts.log, parts.shoes));
  whenSpoken(draw);
  await choose(named() || page.tables[0]);
}

async function choose(table) {
  Object.assign(page, { table, file: null, shoes: null, results: {} });
  history.replaceState(null, "", `/audit/${encodeURIComponent(table)}`);
  parts.told.textContent = "";
  await newest();
}

const path = (more) => `/api/log/${encodeURIComponent(page.table)}${more}`;

async function newest() {
  try {
    const { head } = await get(path("?limit=1"));
    await load(Math.max(0, head.version - STEP));
  } catch (error) {
    put(parts.log, h("p", {}, why(error)));
    put(parts.shoes);
    drawHead();
  }
}

async function load(from) {
  page.from = from;
  const log = await get(path(`?after=${from}&limit=${STEP}`));
  await Promise.all(log.rulebooks.map(learn));
  page.log = log;
  draw();
}

const UNKNOWN = { texts: {}, names: {} };

/** What a rulebook's paragraphs say and its bets are called, by its hash: nothing if the file on the shelf is no longer that one. */
async function learn({ name, sha256 }) {
  if (sha256 in page.books) return;
  const book = await get(`/api/rulebooks/${encodeURIComponent(name)}`).catch(() => null);
  if (book) page.books[sha256] = book.sha256 === sha256 ? { texts: { ...book.paragraphs, ...book.readings }, names: namesOf(book) } : UNKNOWN;
}

/** The rulebook in force when an event happened. */
const rulesAt = (version) => page.log.rulebooks.findLast((span) => span.from <= version);

const bookAt = (version) => page.books[rulesAt(version)?.sha256] ?? UNKNOWN;

/** The whole log, read once and kept until another table is chosen. */
async function whole() {
  const answer = await fetch(path("/export"), { credentials: "same-origin" });
  if (!answer.ok) throw new ApiError(answer.status, (await answer.json()).error);
  page.file = readLog(await answer.text());
  return page.file;
}

async function verifyHere() {
  try {
    const found = await verifyChain(await whole(), (part) => { parts.told.textContent = t("audit.verifying", { n: Math.round(part * 100) }); });
    parts.told.className = `told ${found.whole ? "good" : "bad"}`;
    parts.told.textContent = found.whole ? t("audit.whole", { n: money(found.events), hash: found.hash }) : t("audit.broken", { n: found.fault.version, why: t(`audit.why.${found.fault.why}`) });
  } catch (error) {
    sayRefused(error);
  }
}

async function verifyThere() {
  try {
    const found = await get(`/api/verify/${encodeURIComponent(page.table)}`);
    parts.told.className = `told ${found.whole ? "good" : "bad"}`;
    put(parts.told, found.whole ? t("audit.server.whole", { n: money(found.head.version) }) : [t("audit.server.broken", { n: found.fault.version }), " ", h("span", { lang: "en" }, found.fault.why)]);
  } catch (error) {
    sayRefused(error);
  }
}

async function loadShoes() {
  try {
    page.shoes = shoesOf((await whole()).records);
    drawShoes();
  } catch (error) {
    sayRefused(error);
  }
}

function draw() {
  drawHead();
  drawLog();
  drawShoes();
}

function drawHead() {
  put(parts.head,
    h("h1", {}, t("audit.title")),
    h("label", {}, h("span", {}, t("audit.table")), h("select", { name: "table", onchange: (event) => choose(event.target.value) },
      [...page.tables, SWITCHES].map((id) => h("option", { value: id, selected: id === page.table }, id === SWITCHES ? t("audit.switches") : id)))),
    h("div", { class: "acts" },
      h("button", { type: "button", class: "primary", name: "verify", onclick: verifyHere }, t("audit.verify")),
      h("button", { type: "button", onclick: verifyThere }, t("audit.verify.server")),
      h("a", { class: "button", href: path("/export"), download: `${page.table.replace(":", "-")}.jsonl` }, t("audit.export"))));
}

const short = (hash) => hash.slice(0, 10);

const plain = (word) => word.replaceAll("_", " ");
const kindOf = (event) => (language() === "zh" ? KINDS[event.kind] : undefined) ?? plain(event.kind);
const person = (by) => (language() === "zh" ? whoOf(by) : plain(by));

function field(key, value, names) {
  if (language() === "zh") return fieldOf(key, value, names);
  return `${plain(key)} ${typeof value === "object" ? JSON.stringify(value) : value}`;
}

/** An event's body in a line: what matters, without what stands beside it anyway. */
function summary(event) {
  const { kind, cite, sha256, order, salt, lines, shares, stakes, sign, ...rest } = event.body;
  const { names } = bookAt(event.version);
  const said = Object.entries(rest).filter(([, value]) => value !== "" && value !== null && value !== false && !(Array.isArray(value) && !value.length))
    .map(([key, value]) => field(key, value, names)).filter(Boolean);
  if (lines) said.push(`${lines.length} × ${t("bet")}`);
  return said.join(" · ");
}

function matches(event) {
  const text = [event.kind, kindOf(event), event.by, person(event.by), event.acting, event.cites.join(" "), rulesAt(event.version)?.name, event.hash, summary(event)].join(" ").toLowerCase();
  return page.filter.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

function drawLog() {
  const { log } = page;
  if (!log) return;
  const list = h("div", { class: "scroll-x" });
  const show = () => {
    const found = [...log.events].reverse().filter(matches);
    put(list, found.length ? h("table", { class: "figures events" },
      h("thead", {}, h("tr", {}, ["№", t("audit.at"), t("audit.by"), t("audit.kind"), t("audit.paragraph"), t("audit.hash")].map((word, at) => h("th", { class: [at === 0 && "num", at === 5 && "wide"] }, word)))),
      h("tbody", {}, found.flatMap(row))) : h("p", { class: "quiet-text" }, t("audit.nothing")));
  };
  put(parts.log,
    h("div", { class: "bar" },
      h("input", { type: "search", name: "filter", value: page.filter, placeholder: t("audit.filter"), "aria-label": t("audit.filter"), oninput: (event) => { page.filter = event.target.value; show(); } }),
      h("button", { type: "button", onclick: newest }, t("audit.newer")),
      h("button", { type: "button", disabled: page.from === 0, onclick: () => load(Math.max(0, page.from - STEP)) }, t("audit.older"))),
    h("p", { class: "small quiet-text" }, t("audit.events", { n: money(log.head.version), hash: short(log.head.hash) }), log.rulebooks.length > 0 && ` · ${[...new Set(log.rulebooks.map((one) => one.name))].join(", ")}`),
    list);
  show();
}

function row(event) {
  const rules = rulesAt(event.version);
  const texts = bookAt(event.version).texts;
  const more = h("tr", { class: "more", hidden: true }, h("td", { colspan: 6 }));
  const open = () => {
    more.hidden = !more.hidden;
    if (!more.hidden && !more.firstChild.firstChild) put(more.firstChild, detail(event, rules, texts));
  };
  return [
    h("tr", { class: "event", data: { version: event.version } },
      h("td", { class: "num" }, h("button", { type: "button", class: "quiet number", "aria-expanded": "false", onclick: (one) => { open(); one.currentTarget.setAttribute("aria-expanded", String(!more.hidden)); } }, event.version)),
      h("td", { class: "time" }, new Date(event.at).toLocaleTimeString("en-GB")),
      h("td", {}, person(event.by), event.acting && h("span", { class: "small quiet-text" }, ` ${t("audit.acting", { rank: person(event.acting) })}`)),
      h("td", { class: "what" }, h("b", {}, kindOf(event)), h("div", { class: "small quiet-text clip" }, summary(event))),
      h("td", {}, event.cites.map((cite) => h("span", { class: "tag", lang: "en", title: texts[cite] ?? "" }, `§ ${cite}`))),
      h("td", { class: "wide" }, h("code", {}, short(event.hash)))),
    more,
  ];
}

function detail(event, rules, texts) {
  return [
    event.cites.map((cite) => h("p", { class: "small" }, h("b", {}, `§ ${cite}`), " ", says(texts[cite]), " ", rules && h("span", { class: "tag" }, rules.name))),
    h("pre", {}, JSON.stringify(event.body, null, 1)),
    event.postings.length > 0 && h("p", { class: "small" }, h("b", {}, t("audit.postings")), " ", event.postings.map(([account, amount], at) => [at > 0 && " · ", h("code", {}, account), ` ${signed(amount)}`])),
    h("p", { class: "small hashes" }, h("b", {}, t("audit.hash")), " ", h("code", {}, event.hash), h("br"), h("b", {}, t("audit.before")), " ", h("code", {}, event.previous_hash)),
  ];
}

function drawShoes() {
  if (page.table === SWITCHES) return put(parts.shoes);
  const verdict = (found, yes, no, values) => h("li", { class: found ? "yes" : "no" }, found ? "✓ " : "✗ ", t(found ? yes : no, values));
  put(parts.shoes, h("h2", {}, t("audit.shoes")),
    !page.shoes && h("button", { type: "button", name: "shoes", onclick: loadShoes }, t("audit.shoe.load")),
    page.shoes && !page.shoes.length && h("p", { class: "quiet-text" }, t("audit.shoe.none")),
    [...(page.shoes ?? [])].reverse().map((shoe) => {
      const found = page.results[shoe.number];
      return h("article", { class: "shoe", data: { shoe: shoe.number } },
        h("h3", {}, t("audit.shoe", { n: shoe.number })),
        shoe.source === "physical" ? h("p", { class: "small quiet-text" }, t("audit.shoe.physical"))
          : [h("p", { class: "small" }, t("audit.shoe.promised"), " ", h("code", {}, shoe.commitment)),
            shoe.order === null ? h("p", { class: "small quiet-text" }, t("audit.shoe.open"))
              : h("button", { type: "button", name: "verify-shoe", onclick: async () => { page.results[shoe.number] = await verifyShoe(shoe); drawShoes(); } }, t("audit.shoe.verify"))],
        found && h("ul", { class: "verdict" },
          verdict(found.kept, "audit.shoe.kept", "audit.shoe.not.kept"),
          verdict(found.followed, "audit.shoe.followed", "audit.shoe.not.followed", { n: found.dealt }),
          verdict(found.whole, "audit.shoe.complete", "audit.shoe.not.complete", { n: shoe.decks })),
        found && h("details", {}, h("summary", { class: "small" }, t("audit.order")), h("p", { class: "order small" }, shoe.order), h("p", { class: "order small" }, h("code", {}, shoe.salt))));
    }));
}

start();
