// People: accounts by role, a new one, shutting out, and ending sessions.

import { del, get, me, post } from "/assets/lib/api.js";
import { h, put } from "/assets/lib/element.js";
import "/assets/lib/header.js";
import { add, t, whenSpoken } from "/assets/lib/i18n.js";
import { why } from "/assets/lib/refusal.js";
import { say, sayRefused } from "/assets/lib/toast.js";
import "/assets/lib/words.js";

add({
  en: {
    "people.title": "People", "people.name": "Name", "people.role": "Role", "people.state": "State", "people.in": "may come in", "people.out": "shut out", "people.shut": "Shut out", "people.let": "Let in again",
    "people.end": "End sessions", "people.ended": "Every session of {name} has ended.", "people.new": "A new account", "people.password": "Password (8 characters or more)", "people.add": "Add", "people.added": "{name} can sign in now.",
    "people.only": "Only the administrator changes accounts.", "people.find": "Find a name", "people.sure": "Shut {name} out and end every session at once?", "people.count": "{n} accounts", "people.nothing": "Nobody is called that.",
  },
  zh: {
    "people.title": "人員", "people.name": "姓名", "people.role": "職級", "people.state": "狀態", "people.in": "可登入", "people.out": "已禁止", "people.shut": "禁止登入", "people.let": "恢復登入", "people.end": "結束連線",
    "people.ended": "{name} 的所有連線已結束。", "people.new": "新帳戶", "people.password": "密碼（至少 8 個字元）", "people.add": "加入", "people.added": "{name} 現可登入。", "people.only": "只有管理員可更改帳戶。", "people.find": "尋找姓名",
    "people.sure": "禁止 {name} 登入並即時結束所有連線？", "people.count": "共 {n} 個帳戶", "people.nothing": "沒有此人。",
  },
});

const ROLES = ["patron", "display", "dealer", "pit_supervisor", "pit_manager", "shift_manager", "auditor", "administrator"];
const root = document.getElementById("page");
const page = { me: null, people: [], find: "", draft: { name: "", role: "patron", password: "" } };

async function start() {
  page.me = await me();
  await read();
  whenSpoken(draw);
}

async function read() {
  try {
    page.people = (await get("/api/people")).people;
    draw();
  } catch (error) {
    put(root, h("p", { class: "panel" }, why(error)));
  }
}

/** Do something to the accounts, say what came of it, and read them again. */
async function change(act, said) {
  try {
    await act();
    if (said) say(said, { tone: "good" });
    await read();
    return true;
  } catch (error) {
    sayRefused(error);
    return false;
  }
}

const path = (name) => `/api/people/${encodeURIComponent(name)}`;

function draw() {
  const may = page.me.role === "administrator";
  const rows = h("tbody", {});
  const show = () => {
    const found = page.people.filter((one) => one.name.toLowerCase().includes(page.find.toLowerCase())).sort((one, two) => ROLES.indexOf(two.role) - ROLES.indexOf(one.role) || one.name.localeCompare(two.name));
    put(rows, found.length ? found.map((one) => row(one, may)) : h("tr", {}, h("td", { colspan: 4, class: "quiet-text" }, t("people.nothing"))));
  };
  put(root,
    h("div", { class: "people-head" }, h("h1", {}, t("people.title")), h("span", { class: "quiet-text" }, t("people.count", { n: page.people.length })),
      h("input", { type: "search", name: "find", value: page.find, placeholder: t("people.find"), "aria-label": t("people.find"), oninput: (event) => { page.find = event.target.value; show(); } })),
    h("div", { class: "two" },
      h("section", { class: "panel" }, h("table", { class: "figures people-table" },
        h("thead", {}, h("tr", {}, h("th", {}, t("people.name")), h("th", {}, t("people.role")), h("th", {}, t("people.state")), may && h("th", {}))), rows)),
      may ? newAccount() : h("p", { class: "panel quiet-text" }, t("people.only"))));
  show();
}

function row(one, may) {
  const mine = one.name === page.me.name;
  return h("tr", { class: one.disabled && "shut", data: { name: one.name } },
    h("th", { scope: "row" }, one.name), h("td", {}, t(`role.${one.role}`)), h("td", {}, h("span", { class: ["tag", one.disabled ? "out" : "in"] }, t(one.disabled ? "people.out" : "people.in"))),
    may && h("td", { class: "acts" }, h("div", {}, !mine && [
      h("button", { type: "button", class: one.disabled ? "" : "danger", onclick: () => (one.disabled || confirm(t("people.sure", { name: one.name }))) && change(() => post(path(one.name), { disabled: !one.disabled })) }, t(one.disabled ? "people.let" : "people.shut")),
      h("button", { type: "button", onclick: () => change(() => del(`${path(one.name)}/sessions`), t("people.ended", { name: one.name })) }, t("people.end"))])));
}

function newAccount() {
  const { draft } = page;
  const field = (label, control) => h("label", { class: "field" }, h("span", {}, label), control);
  const keep = (event) => { draft[event.target.name] = event.target.value; };
  const form = h("form", { class: "panel new", oninput: keep },
    h("h2", {}, t("people.new")),
    field(t("people.name"), h("input", { name: "name", required: true, maxlength: 40, autocomplete: "off", value: draft.name })),
    field(t("people.role"), h("select", { name: "role", onchange: keep }, ROLES.map((role) => h("option", { value: role, selected: role === draft.role }, t(`role.${role}`))))),
    field(t("people.password"), h("input", { name: "password", type: "password", required: true, minlength: 8, maxlength: 200, autocomplete: "new-password", value: draft.password })),
    h("button", { type: "submit", class: "primary" }, t("people.add")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const asked = { name: draft.name.trim(), role: draft.role, password: draft.password };
    if (await change(() => post("/api/people", asked), t("people.added", { name: asked.name }))) {
      page.draft = { name: "", role: asked.role, password: "" };
      draw();
    }
  });
  return form;
}

start();
