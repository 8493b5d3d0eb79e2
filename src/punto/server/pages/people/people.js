// People: accounts by role, a new one, what the administrator may do to each, and what was done.

import { del, get, post } from "../lib/api.js";
import { h, listen } from "../lib/element.js";
import { put } from "../lib/put.js";
import "../lib/header.js";
import { t, whenSpoken } from "../lib/i18n.js";
import { why } from "../lib/refusal.js";
import { say, sayRefused } from "../lib/toast.js";
import { admitted, turnAway } from "../lib/turned-away.js";
import { Doings } from "./log.js";

const ROLES = ["patron", "display", "dealer", "pit_supervisor", "pit_manager", "shift_manager", "auditor", "administrator"];
const root = document.getElementById("page");
const doings = new Doings();
const page = { me: null, people: [], find: "", draft: { name: "", role: "patron", password: "" } };

async function start() {
  page.me = await admitted("people", root);
  if (page.me && await read()) whenSpoken(() => { draw(); doings.draw(); });
}

async function read() {
  try {
    page.people = (await get("/api/people")).people;
    draw();
    doings.read();
    return true;
  } catch (error) {
    turnAway(root, error);
    return false;
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
      may ? newAccount() : h("p", { class: "panel quiet-text" }, t("people.only"))),
    doings.element);
  show();
}

function row(one, may) {
  const mine = one.name === page.me.name;
  return h("tr", { class: one.disabled && "shut", data: { name: one.name } },
    h("th", { scope: "row" }, one.name), h("td", {}, t(`role.${one.role}`)), h("td", {}, h("span", { class: ["tag", one.disabled ? "out" : "in"] }, t(one.disabled ? "people.out" : "people.in")), one.locked && [" ", h("span", { class: "tag out" }, t("people.locked"))]),
    may && h("td", { class: "acts" }, h("div", {}, !mine && [
      one.locked && h("button", { type: "button", onclick: () => change(() => del(`${path(one.name)}/lock`), t("people.unlocked", { name: one.name })) }, t("people.unlock")),
      h("button", { type: "button", "aria-haspopup": "dialog", onclick: () => ask(one) }, t("people.change")),
      h("button", { type: "button", class: one.disabled ? "" : "danger", onclick: () => (one.disabled || confirm(t("people.sure", { name: one.name }))) && change(() => post(path(one.name), { disabled: !one.disabled })) }, t(one.disabled ? "people.let" : "people.shut")),
      h("button", { type: "button", onclick: () => change(() => del(`${path(one.name)}/sessions`), t("people.ended", { name: one.name })) }, t("people.end"))])));
}

const field = (label, control) => h("label", { class: "field" }, h("span", {}, label), control);
const roles = (chosen) => ROLES.map((role) => h("option", { value: role, selected: role === chosen }, t(`role.${role}`)));
const newPassword = (value) => field(t("people.password"), h("input", { name: "password", type: "password", required: true, minlength: 8, maxlength: 200, autocomplete: "new-password", value }));

/** Another role or another password for somebody; either ends their sessions. */
function ask(one) {
  const { name } = one;
  const dialog = h("dialog", { class: "change", "aria-label": name });
  const form = (word, said, act, control) => {
    // Said here: a note at the edge would lie behind the dialog.
    const refused = h("p", { class: "refused", role: "alert" });
    return h("form", {
      onsubmit: async (event) => {
        event.preventDefault();
        try {
          await act(Object.fromEntries(new FormData(event.target)));
        } catch (error) {
          return put(refused, why(error));
        }
        dialog.close();
        say(t(said, { name }), { tone: "good" });
        return read();
      },
    }, control, refused, h("button", { class: "primary" }, t(word)));
  };
  dialog.append(
    h("h2", {}, name),
    form("people.give", "people.given", ({ role }) => post(`${path(name)}/role`, { role }), field(t("people.role"), h("select", { name: "role" }, roles(one.role)))),
    form("people.set", "people.set.done", ({ password }) => post(`${path(name)}/password`, { password }), newPassword("")),
    h("button", { type: "button", onclick: () => dialog.close() }, t("cancel")));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function newAccount() {
  const { draft } = page;
  const keep = (event) => { draft[event.target.name] = event.target.value; };
  const form = h("form", { class: "panel new", oninput: keep },
    h("h2", {}, t("people.new")),
    field(t("people.name"), h("input", { name: "name", required: true, maxlength: 40, autocomplete: "off", value: draft.name })),
    field(t("people.role"), h("select", { name: "role", onchange: keep }, roles(draft.role))),
    newPassword(draft.password),
    h("button", { type: "submit", class: "primary" }, t("people.add")),
    h("p", { class: "small quiet-text" }, t("people.same")));
  listen(form, "submit", async (event) => {
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
