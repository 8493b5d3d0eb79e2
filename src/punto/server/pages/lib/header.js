// <punto-header>: the top of every page. Where this role may go, the wallet, language, felt, and the way out.

import { me, post } from "./api.js";
import { choices, sign } from "./brand.js";
import { PageElement } from "./draw.js";
import { define, h, s } from "./element.js";
import { isWord, pick, t, wordOf } from "./i18n.js";
import { money } from "./money.js";

const PAGES = /** @type {const} */ ([
  ["lobby", "/"], ["odds", "/odds"], ["dealer", "/dealer"], ["pit", "/pit"], ["cage", "/cage"], ["results", "/results"], ["log", "/audit"], ["people", "/people"],
]);

export class Header extends PageElement {
  /** @type {Api.MeView | null} */
  #who = null;
  /** @type {string | import("./i18n.js").Name | null} */
  #title = null;
  /** Whether <punto-still-here> is defined. It is of no use before the first minutes are over, and comes after the page. */
  #watches = false;

  connectedCallback() {
    this.setAttribute("role", "banner");
    me().then(async (who) => {
      this.#who = who;
      this.changed();
      await import("./still-here.js");
      this.#watches = true;
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
    this.#name(heading, `page.${here}`);
    const [name, ...game] = heading.split(/ · (.*)/).filter(Boolean);
    const pages = PAGES.filter(([view]) => who?.views.includes(view));
    const links = () => pages.map(([view, path]) =>
      h("a", { href: path, "aria-current": view === here ? "page" : null }, t(`page.${view}`)));
    return [
      h("a", { class: "skip", href: "#page" }, t("skip")),
      h("a", { class: "brand", href: "/", "aria-label": "Punto" }, sign(), h("span", {}, "Punto")),
      heading && h("h1", { class: "heading" }, name, game.length > 0 && h("span", { class: "game" }, [" · ", ...game])),
      h("nav", { class: ["wide", pages.length > 5 && "many"], "aria-label": t("header.pages") }, links()),
      h("span", { class: "grow" }),
      who && who.role === "patron" && h("a", { class: "wallet", href: "/history", title: t("header.wallet"), "aria-label": `${t("header.wallet")}: ${money(who.wallet)}` },
        s("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, s("circle", { cx: 10, cy: 10, r: 8, class: "coin" }), s("circle", { cx: 10, cy: 10, r: 4.6, class: "coin-in" })),
        h("b", { id: "wallet" }, money(who.wallet))),
      choices(() => this.changed()),
      who && h("details", { class: "menu" },
        h("summary", { "aria-label": t("header.menu") }, h("span", { class: "initial", "aria-hidden": "true" }, [...who.name][0])),
        h("div", { class: "sheet" },
          h("p", { class: "who" }, h("b", {}, who.name), h("span", {}, wordOf("role.", who.role))),
          h("nav", { class: "narrow", "aria-label": t("header.pages") }, links()),
          who.role !== "display" && h("a", { class: "button", href: "/account", "aria-current": here === "account" ? "page" : null }, t("header.account")),
          h("button", { type: "button", onclick: () => this.#out() }, t("header.out")))),
      who && this.#watches && h("punto-still-here", { props: { session: who.session } }),
    ];
  }

  /** The window is called by its table, then by its page. @param {string} heading @param {string} page */
  #name(heading, page) {
    document.title = [heading, isWord(page) && t(page), "Punto"].filter(Boolean).join(" – ");
  }

  async #out() {
    await post("/api/sign-out").catch(() => null);
    location.assign("/sign-in");
  }
}

define("punto-header", Header);

document.addEventListener("click", (event) => {
  const open = /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("punto-header details[open]"));
  for (const menu of open) {
    if (!(event.target instanceof Node && menu.contains(event.target))) menu.open = false;
  }
});
