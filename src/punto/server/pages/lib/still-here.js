// <punto-still-here>: reports sparingly that somebody is there, asks a minute before their session ends, and goes to the
// sign-in page when it has. A page that only looks keeps no session alive; a key, a click or a touch does.

import { ApiError, clock, get, post, reportUse, signIn } from "./api.js";
import "./countdown.js";
import { PageElement } from "./draw.js";
import { define, h } from "./element.js";
import { t } from "./i18n.js";
import { sessionStep, worthReporting } from "./session-time.js";

const USES = /** @type {const} */ (["pointerdown", "keydown", "touchstart"]);
const LONGEST_MS = 2 ** 31 - 1; // A timer's.
const AGAIN_MS = 10_000;
const LATE_MS = 500;

export class StillHere extends PageElement {
  /** @type {Api.SessionView | null} */
  #session = null;
  /** @type {"ask" | "warn" | null} */
  #asks = null;
  #dismissed = false;
  #reported = -Infinity;
  #timer = 0;

  /** The session as it came with the page; later answers replace it. @param {Api.SessionView | null} session */
  set session(session) {
    if (this.#session || !session) return;
    this.#hear(session);
  }

  get session() {
    return this.#session;
  }

  connectedCallback() {
    super.connectedCallback();
    for (const use of USES) document.addEventListener(use, this.#used, { capture: true, passive: true });
    document.addEventListener("visibilitychange", this.#onVisible);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    for (const use of USES) document.removeEventListener(use, this.#used, { capture: true });
    document.removeEventListener("visibilitychange", this.#onVisible);
  }

  #onVisible = () => { if (!document.hidden) this.#plan(); };

  /** @param {Event} event */
  #used = (event) => {
    if (!event.isTrusted || !this.#session?.idle_until) return;
    const now = Date.now();
    if (this.#asks !== "ask" && !worthReporting(this.#reported, now, this.#session.report_seconds)) return;
    this.#reported = now;
    reportUse().then((session) => this.#hear(session), (error) => this.#refused(error));
  };

  /** @param {Api.SessionView} session */
  #hear(session) {
    clock.hear(session.now);
    this.#session = session;
    this.#plan();
  }

  /** Ask the server: another page may have been used meanwhile. */
  async #look() {
    try {
      this.#hear(await get("/api/me/session"));
    } catch (error) {
      this.#refused(error);
    }
  }

  /** @param {unknown} error */
  #refused(error) {
    if (error instanceof ApiError && error.status === 401) return signIn(error.code);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), AGAIN_MS);
    return undefined;
  }

  #plan() {
    if (!this.#session) return;
    clearTimeout(this.#timer);
    const step = sessionStep(this.#session, clock.now());
    this.#say(step.what === "ask" || step.what === "warn" ? step.what : null);
    if (step.ms === Infinity) return;
    // Looked at anew when the minute begins, and a moment after the end, when the server says so too.
    const wait = step.what === "wait" ? step.ms : step.ms + LATE_MS;
    this.#timer = setTimeout(() => this.#look(), Math.min(wait, LONGEST_MS));
  }

  /** @param {"ask" | "warn" | null} asks */
  #say(asks) {
    if (asks === null) this.#dismissed = false;
    if (asks === this.#asks) return;
    this.#asks = asks;
    this.changed();
    queueMicrotask(() => {
      const dialog = this.querySelector("dialog");
      if (dialog && !dialog.open) dialog.showModal();
    });
  }

  #dismiss() {
    this.#dismissed = true;
    this.changed();
  }

  async #leave() {
    await post("/api/sign-out").catch(() => null);
    location.assign("/sign-in");
  }

  view() {
    const asks = this.#asks;
    if (!asks || this.#dismissed || !this.#session) return null;
    const until = asks === "ask" ? this.#session.idle_until : this.#session.ends_at;
    return h("dialog", { class: "still-here", key: asks, "aria-labelledby": "still-here-title", oncancel: (event) => { event.preventDefault(); this.#dismiss(); } },
      h("punto-countdown", { props: { until } }),
      h("h2", { id: "still-here-title" }, t(asks === "ask" ? "still.title" : "still.ends")),
      h("p", {}, t(asks === "ask" ? "still.why" : "still.old")),
      h("div", { class: "still-acts" },
        asks === "ask"
          ? h("button", { type: "button", class: "primary", autofocus: true }, t("still.here"))
          : h("button", { type: "button", class: "primary", autofocus: true, onclick: () => this.#dismiss() }, t("still.understood")),
        h("button", { type: "button", onclick: () => this.#leave() }, t("header.out"))));
  }
}

define("punto-still-here", StillHere);
