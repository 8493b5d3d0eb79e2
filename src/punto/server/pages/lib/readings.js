// What a document does not say itself is a reading of ours. Pages mark such a line; a tap tells how it is read.

import "./cite.js";
import { h } from "./element.js";
import { add, t } from "./i18n.js";

add({
  en: { "readings.are": "† a reading of ours: the document leaves it to the standard game" },
  zh: { "readings.are": "† 本系統的解讀：文件沿用標準玩法，未有列明" },
});

const isReading = (cite) => Boolean(cite?.startsWith("reading:"));

/** The mark of a reading; nothing for what the document says in a paragraph of its own. */
export const readingMark = (cite) => isReading(cite) && h("punto-cite", { of: cite, mark: "†" });

/** What the mark means, if one of these is a reading. */
export const readingNote = (cites) => cites.some(isReading) && h("span", { class: "readings" }, t("readings.are"));
