// <site-footer>: by what and when the site was made, whether the browser keeps it, and what it is not for.

import { PageElement } from "./draw.js";
import { define, h } from "./element.js";
import { t } from "./i18n.js";
import { siteIndex } from "./site.js";

export class SiteFooter extends PageElement {
  /** @type {import("./site.js").SiteIndex | null} */
  #site = null;
  #isStored = false;

  connectedCallback() {
    this.setAttribute("role", "contentinfo");
    siteIndex().then((site) => {
      this.#site = site;
      this.changed();
    }).catch(() => {});
    navigator.serviceWorker?.ready.then(() => {
      this.#isStored = true;
      this.changed();
    });
    super.connectedCallback();
  }

  view() {
    const site = this.#site;
    return [
      h("p", { class: "never" }, t("site.never")),
      site && h("p", { class: "made small" }, t("site.made", { at: site.made, version: site.version }), " ", h("span", { class: "hash", title: t("site.manifest") }, site.manifest.slice(0, 16))),
      this.#isStored && h("p", { class: "kept small" }, h("span", { "aria-hidden": "true" }, "● "), t("site.kept")),
    ];
  }
}

define("site-footer", SiteFooter);
