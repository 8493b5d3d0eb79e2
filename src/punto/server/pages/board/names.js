// A board says names in both languages: the page's own first.

import { language } from "../lib/i18n.js";

/** @param {Api.Name} name */
export const both = (name) => (language() === "zh" ? [name.zh, name.en] : [name.en, name.zh]);

/** The language that comes second, as HTML names it. */
export const other = () => (language() === "zh" ? "en" : "zh-Hant");
