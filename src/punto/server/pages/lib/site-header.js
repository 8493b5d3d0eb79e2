// <punto-header> of the site without a server: its pages, language and felt. It also has the browser keep the site.

import { choices, sign } from "./brand.js";
import { PageElement } from "./draw.js";
import { define, h, s } from "./element.js";
import { t } from "./i18n.js";
import { siteAddress } from "./site.js";

const PAGES = /** @type {const} */ ([["home", "index.html"], ["odds", "odds.html"], ["coups", "coups.html"], ["roads", "roads.html"], ["shoe", "shoe.html"]]);

const lines = () => s("svg", { class: "glyph", viewBox: "0 0 20 20", "aria-hidden": "true" }, s("path", { class: "line", d: "M3 5H17M3 10H17M3 15H17" }));

export class SiteHeader extends PageElement {
  connectedCallback() {
    this.setAttribute("role", "banner");
    super.connectedCallback();
  }

  view() {
    const here = this.getAttribute("current");
    const links = () => PAGES.map(([page, path]) => h("a", { href: siteAddress(path), "aria-current": page === here ? "page" : null }, t(`site.page.${page}`)));
    return [
      h("a", { class: "skip", href: "#page" }, t("skip")),
      h("a", { class: "brand", href: siteAddress("index.html"), "aria-label": "Punto" }, sign(), h("span", {}, "Punto")),
      h("nav", { class: "wide", "aria-label": t("header.pages") }, links()),
      h("span", { class: "grow" }),
      choices(() => this.changed()),
      h("details", { class: "menu site-menu" },
        h("summary", { "aria-label": t("header.menu") }, lines()),
        h("div", { class: "sheet" }, h("nav", { class: "narrow", "aria-label": t("header.pages") }, links()))),
    ];
  }
}

define("punto-header", SiteHeader);

// A page that is no secure context has no worker: it works, and needs its server each time.
navigator.serviceWorker?.register(siteAddress("worker.js")).catch(() => {});
