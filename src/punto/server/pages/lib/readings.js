// What a document does not say itself is a reading of ours. Pages mark such a line; a tap tells how it is read.

import "./cite.js";
import { h } from "./element.js";

/** The mark of a reading; nothing for what the document says in a paragraph of its own. */
export const readingMark = (cite) => (cite?.startsWith("reading:") ? h("punto-cite", { of: cite, mark: "†" }) : null);
