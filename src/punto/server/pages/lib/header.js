// <punto-header>: the top of every page. Where this role may go, the wallet, language, felt, and the way out.

import { me, post } from "./api.js";
import { PageElement } from "./draw.js";
import { define, h, s } from "./element.js";
import { language, pick, speak, t, wordOf } from "./i18n.js";
import { money } from "./money.js";
import "./still-here.js";
import { changeFelt, felt } from "./theme.js";

const PAGES = /** @type {const} */ ([
  ["lobby", "/"], ["odds", "/odds"], ["dealer", "/dealer"], ["pit", "/pit"], ["log", "/audit"], ["people", "/people"],
]);

/** The house's mark: a lozenge with our letter. */
const sign = () => s("svg", { class: "sign", viewBox: "0 0 32 32", "aria-hidden": "true" },
  s("path", { class: "sign-ground", d: "M16 1L31 16L16 31L1 16Z" }),
  s("path", { class: "sign-mark", d: "M12.5 23V9.5H17.6A4.4 4.4 0 0 1 17.6 18.3H12.5" }));

const moon = () => s("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, felt() === "dark"
  ? [s("circle", { cx: 10, cy: 10, r: 3.6, fill: "currentColor" }),
    s("path", { class: "line", d: "M10 2v2.4M10 15.600v2.400M2 10h2.400M15.6 10H18M4.3 4.300L6 6M14 14l1.7 1.700M15.7 4.300L14 6M6 14l-1.7 1.7" })]
  : s("path", { d: "M15.8 12.600A6.8 6.8 0 0 1 7.4 4.200A6.8 6.8 0 1 0 15.8 12.600Z", fill: "currentColor" }));

export class Header extends PageElement {
  /** @type {Api.MeView | null} */
  #who = null;
  /** @type {string | import("./i18n.js").Name | null} */
  #title = null;

  connectedCallback() {
    me().then((who) => {
      this.#who = who;
      this.changed();
    }).catch(() => {});
    super.connectedCallback();
  }

  /** Something short beside the mark: a table's name, as text or {en, zh}. @param {string | import("./i18n.js").Name | null} title */
  set heading(title) {
    this.#title = title;
    this.changed();
  }

  /** Chips that the page knows of sooner than we do. @param {number} units */
  set wallet(units) {
    if (!this.#who || this.#who.wallet === units) return;
    this.#who = { ...this.#who, wallet: units };
    this.changed();
  }

  view() {
    const who = this.#who;
    const here = this.getAttribute("current");
    const heading = typeof this.#title === "string" ? this.#title : pick(this.#title);
    const pages = PAGES.filter(([view]) => who?.views.includes(view));
    const links = () => pages.map(([view, path]) =>
      h("a", { href: path, "aria-current": view === here ? "page" : null }, t(`page.${view}`)));
    return [
      h("a", { class: "skip", href: "#page" }, t("skip")),
      h("a", { class: "brand", href: "/", "aria-label": "Punto" }, sign(), h("span", {}, "Punto")),
      heading && h("h1", { class: "heading" }, heading),
      h("nav", { class: "wide", "aria-label": t("header.pages") }, links()),
      h("span", { class: "grow" }),
      who && who.role === "patron" && h("span", { class: "wallet", title: t("header.wallet"), "aria-label": `${t("header.wallet")}: ${money(who.wallet)}` },
        s("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, s("circle", { cx: 10, cy: 10, r: 8, class: "coin" }), s("circle", { cx: 10, cy: 10, r: 4.6, class: "coin-in" })),
        h("b", { id: "wallet" }, money(who.wallet))),
      h("button", { type: "button", class: "quiet", "aria-label": t("header.language.label"), lang: language() === "en" ? "zh-Hant" : "en",
        onclick: () => speak(language() === "en" ? "zh" : "en") }, t("header.language")),
      h("button", { type: "button", class: "quiet icon", "aria-label": t(felt() === "dark" ? "header.felt.light" : "header.felt.dark"),
        title: t(felt() === "dark" ? "header.felt.light" : "header.felt.dark"), onclick: () => { changeFelt(); this.changed(); } }, moon()),
      who && h("details", { class: "menu" },
        h("summary", { "aria-label": t("header.menu") }, h("span", { class: "initial", "aria-hidden": "true" }, [...who.name][0])),
        h("div", { class: "sheet" },
          h("p", { class: "who" }, h("b", {}, who.name), h("span", {}, wordOf("role.", who.role))),
          h("nav", { class: "narrow", "aria-label": t("header.pages") }, links()),
          who.role !== "display" && h("a", { class: "button", href: "/account", "aria-current": here === "account" ? "page" : null }, t("header.account")),
          h("button", { type: "button", onclick: () => this.#out() }, t("header.out")))),
      who && h("punto-still-here", { props: { session: who.session } }),
    ];
  }

  async #out() {
    await post("/api/sign-out").catch(() => null);
    location.assign("/sign-in");
  }
}

define("punto-header", Header);

document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("punto-header details[open]")) {
    if (!(event.target instanceof Node && menu.contains(event.target))) menu.removeAttribute("open");
  }
});
