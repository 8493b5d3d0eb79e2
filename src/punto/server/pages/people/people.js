// People: accounts by role, a new one, what the administrator may do to each, and what was done.

import { ApiError, del, get, post } from "../lib/api.js";
import { drawing } from "../lib/draw.js";
import { asDrawn, h } from "../lib/element.js";
import "../lib/header.js";
import { t, wordOf } from "../lib/i18n.js";
import { why } from "../lib/refusal.js";
import { say, sayRefused } from "../lib/toast.js";
import { admitted, turnAway } from "../lib/turned-away.js";
import { Doings } from "./log.js";

/** @typedef {Api.PersonView} Person */
/** @typedef {{name: string, role: string, factor: boolean, refused: {word: string, why: ApiError} | null}} Changing whose account is being changed, and why a part of that was refused */

const ROLES = ["patron", "display", "count_team", "security", "cage", "dealer", "pit_supervisor", "pit_manager", "shift_manager", "auditor", "administrator"];
const root = /** @type {HTMLElement} */ (document.getElementById("page"));
/** @type {{me: Api.MeView | null, people: Person[], find: string, changing: Changing | null}} */
const page = { me: null, people: [], find: "", changing: null };
let redraw = () => {};
const doings = new Doings(() => redraw());

/** @param {string} name */
const path = (name) => /** @type {const} */ (`/api/people/${encodeURIComponent(name)}`);

async function read() {
  page.people = (await get("/api/people")).people;
  redraw();
  doings.read();
}

/** Do something to the accounts, say what came of it, and read them again. @param {() => Promise<unknown>} act @param {string} [message] */
async function change(act, message = "") {
  try {
    await act();
    if (message) say(message, { tone: "good" });
    await read();
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    sayRefused(error);
    return false;
  }
}

function matchingPeople() {
  const people = page.people.filter((person) => person.name.toLowerCase().includes(page.find.toLowerCase()));
  return people.sort((first, second) => ROLES.indexOf(second.role) - ROLES.indexOf(first.role) || first.name.localeCompare(second.name));
}

/** @param {Person} person @param {boolean} may */
function row(person, may) {
  return h("tr", { class: person.disabled && "shut", key: person.name, data: { name: person.name } },
    h("th", { scope: "row" }, person.name),
    h("td", {}, wordOf("role.", person.role)),
    h("td", {}, h("span", { class: ["tag", person.disabled ? "out" : "in"] }, t(person.disabled ? "people.out" : "people.in")),
      person.locked && [" ", h("span", { class: "tag out", title: person.locked_at.join(", ") }, t("people.locked", { count: person.locked_at.length }))],
      person.second_factor && [" ", h("span", { class: "tag" }, t("people.factor"))]),
    may && h("td", { class: "acts" }, h("div", {}, person.name !== page.me?.name && acts(person))));
}

/** @param {Person} person */
function acts(person) {
  const { name, disabled } = person;
  const button = (/** @type {string} */ key, /** @type {string} */ word, /** @type {() => unknown} */ act, /** @type {object} */ more = {}) =>
    h("button", { type: "button", key, onclick: act, ...more }, word);
  const sure = () => disabled || confirm(t("people.sure", { name }));
  return [
    person.locked && button("unlock", t("people.unlock"), () => change(() => del(`${path(name)}/lock`), t("people.unlocked", { name }))),
    button("change", t("people.change"), () => open(person), { "aria-haspopup": "dialog" }),
    button("shut", t(disabled ? "people.let" : "people.shut"), () => sure() && change(() => post(path(name), { disabled: !disabled })), { class: !disabled && "danger" }),
    button("end", t("people.end"), () => change(() => del(`${path(name)}/sessions`), t("people.ended", { name }))),
  ];
}

/** @param {string} label @param {Draw.Child} control */
const field = (label, control) => h("label", { class: "field" }, h("span", {}, label), control);
const roles = () => ROLES.map((role) => h("option", { value: role }, wordOf("role.", role)));
const newPassword = () => field(t("people.password"),
  h("input", { name: "password", type: "password", required: true, minlength: 12, maxlength: 200, autocomplete: "new-password", value: "" }));

/** @param {Person} person */
function open({ name, role, second_factor: factor }) {
  page.changing = { name, role, factor, refused: null };
  redraw();
  queueMicrotask(() => root.querySelector("dialog")?.showModal());
}

/**
 * A part of the dialog. Why it was refused is said in it: a note at the edge would lie behind the dialog.
 * @param {Changing} changing @param {Words.Key} word @param {Words.Key} message @param {(typed: FormData) => Promise<unknown>} act @param {Draw.Child} control
 */
function part(changing, word, message, act, control) {
  const { name, refused } = changing;
  return h("form", {
    key: word,
    onsubmit: async (event) => {
      event.preventDefault();
      try {
        await act(new FormData(event.currentTarget));
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        changing.refused = { word, why: error };
        return redraw();
      }
      root.querySelector("dialog")?.close();
      say(t(message, { name }), { tone: "good" });
      return read();
    },
  }, control, h("p", { class: "refused", role: "alert" }, refused?.word === word && why(refused.why)), h("button", { class: "primary" }, t(word)));
}

/** Another role or another password for somebody, or no second factor any more; each ends their sessions. @param {Changing} changing */
function dialog(changing) {
  const { name, role, factor } = changing;
  const giveRole = (/** @type {FormData} */ typed) => post(`${path(name)}/role`, { role: String(typed.get("role")) });
  const setPassword = (/** @type {FormData} */ typed) => post(`${path(name)}/password`, { password: String(typed.get("password")) });
  return h("dialog", { class: "change", key: name, "aria-label": name, onclose: () => { page.changing = null; redraw(); } },
    h("h2", {}, name),
    part(changing, "people.give", "people.given", giveRole, field(t("people.role"), h("select", { name: "role", value: role }, roles()))),
    part(changing, "people.set", "people.set.done", setPassword, newPassword()),
    factor && part(changing, "people.unfactor", "people.unfactored", () => del(`${path(name)}/second-factor`), h("p", { class: "small quiet-text" }, t("people.unfactor.why"))),
    h("button", { type: "button", onclick: (event) => event.currentTarget.closest("dialog")?.close() }, t("cancel")));
}

/** @param {SubmitEvent & {currentTarget: HTMLFormElement}} event */
async function add(event) {
  event.preventDefault();
  const form = event.currentTarget;
  const typed = new FormData(form);
  const text = (/** @type {string} */ name) => String(typed.get(name) ?? "");
  const name = text("name").trim();
  if (!(await change(() => post("/api/people", { name, role: text("role"), password: text("password") }), t("people.added", { name })))) return;
  for (const typedIn of form.querySelectorAll("input")) asDrawn(typedIn);
}

const newAccount = () => h("form", { class: "panel new", onsubmit: add },
  h("h2", {}, t("people.new")),
  field(t("people.name"), h("input", { name: "name", required: true, maxlength: 40, autocomplete: "off", value: "" })),
  field(t("people.role"), h("select", { name: "role", value: "patron" }, roles())),
  newPassword(),
  h("button", { type: "submit", class: "primary" }, t("people.add")),
  h("p", { class: "small quiet-text" }, t("people.same")));

/** @param {boolean} may */
function table(may) {
  const people = matchingPeople();
  return h("table", { class: "figures people-table" },
    h("thead", {}, h("tr", {}, h("th", {}, t("people.name")), h("th", {}, t("people.role")), h("th", {}, t("people.state")), may && h("td", {}))),
    h("tbody", {}, people.length ? people.map((person) => row(person, may)) : h("tr", { key: "" }, h("td", { colspan: 4, class: "quiet-text" }, t("people.nothing")))));
}

function view() {
  const may = page.me?.role === "administrator";
  const find = (/** @type {InputEvent & {currentTarget: HTMLInputElement}} */ event) => { page.find = event.currentTarget.value; redraw(); };
  return [
    h("div", { class: "people-head" },
      h("h1", {}, t("people.title")),
      h("span", { class: "quiet-text" }, t("people.count", { n: page.people.length })),
      h("input", { type: "search", name: "find", value: "", placeholder: t("people.find"), "aria-label": t("people.find"), oninput: find })),
    h("div", { class: "two" },
      h("section", { class: "panel" }, table(may)),
      may ? newAccount() : h("p", { class: "panel quiet-text" }, t("people.only"))),
    doings.view(),
    page.changing && dialog(page.changing),
  ];
}

page.me = await admitted("people", root);
if (page.me) {
  try {
    await read();
    redraw = drawing(root, view);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    turnAway(root, error);
  }
}
