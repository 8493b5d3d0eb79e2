// What a document does not say itself is a reading of ours. Pages mark such a line; a tap tells how it is read.

import "./cite.js";
import { h } from "./element.js";
import { t } from "./i18n.js";

/** @param {string | null | undefined} cite */
const isReading = (cite) => Boolean(cite?.startsWith("reading:"));

/** The mark of a reading; nothing for what the document says in a paragraph of its own. @param {string | null | undefined} cite */
export const readingMark = (cite) => isReading(cite) && h("punto-cite", { of: cite, mark: "†" });

/** What the mark means, if one of these is a reading. @param {(string | null | undefined)[]} cites */
export const readingNote = (cites) => cites.some(isReading) && h("span", { class: "readings" }, t("readings.are"));
