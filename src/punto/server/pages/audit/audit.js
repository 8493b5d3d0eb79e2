// Audit: a table's log, looked through by the house and verified here; and the house itself: its software, books and own logs.

import { get } from "../lib/api.js";
import { h } from "../lib/element.js";
import { put } from "../lib/put.js";
import "../lib/header.js";
import { t, whenSpoken } from "../lib/i18n.js";
import { money } from "../lib/money.js";
import { fullName } from "../lib/tablename.js";
import { sayRefused } from "../lib/toast.js";
import { admitted } from "../lib/turned-away.js";
import { named } from "../lib/address.js";
import { House } from "./house.js";
import { LogView } from "./log.js";
import { Shoes } from "./shoes.js";
import { verifyChain, wholeLog } from "./verify.js";

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
