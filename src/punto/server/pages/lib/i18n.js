// Words of the pages in English and Chinese. The server puts a page's words into its HTML, from the `words.en.json` and
// `words.zh.json` of its folder and of lib: docs/pages.md. Names of games and bets come from the rulebook.

/** @typedef {"en" | "zh"} Language */
/** @typedef {{en: string, zh: string}} Name in both languages */

const STORAGE_KEY = "punto.language";

const words = /** @type {Record<Language, Record<string, string>>} */ (JSON.parse(document.getElementById("words")?.textContent ?? '{"en": {}, "zh": {}}'));
const plurals = { en: new Intl.PluralRules("en"), zh: new Intl.PluralRules("zh") };

/** @returns {Language} */
function remembered() {
  const choice = localStorage.getItem(STORAGE_KEY);
  if (choice === "en" || choice === "zh") return choice;
  return navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
}

let now = remembered();
document.documentElement.lang = now === "zh" ? "zh-Hant" : "en";

/** The language the pages speak now. */
export const language = () => now;

/** Switch, remember it, and tell everything that draws words: the event `punto-language` on the document. @param {Language} to */
export function speak(to) {
  now = to;
  localStorage.setItem(STORAGE_KEY, to);
  document.documentElement.lang = to === "zh" ? "zh-Hant" : "en";
  translate(document);
  document.dispatchEvent(new CustomEvent("punto-language"));
}

/** @param {string} key */
const hasForms = (key) => `${key}.one` in words.en && `${key}.other` in words.en;

/** A browser takes some ten milliseconds for its first formatter of numbers: only who needs one waits for it. @param {number} count */
const counted = (count) => (count < 1000 ? String(count) : count.toLocaleString("en-US"));

/** @param {Language} to @param {string} key @param {Record<string, string | number>} values */
function sayIn(to, key, values) {
  const { count } = values;
  const form = typeof count === "number" && hasForms(key) ? `${key}.${plurals[to].select(count)}` : key;
  const text = words[to][form] ?? words.en[form] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name];
    return value === undefined ? whole : name === "count" ? counted(Number(value)) : String(value);
  });
}

/**
 * A word or sentence; `{name}` in it is filled from `values`. A key with the forms `.one` and `.other` is said by
 * `values.count`. An unknown key shows itself, so that it is seen.
 * @param {Words.Key} key @param {Record<string, string | number>} [values]
 */
export const t = (key, values = {}) => sayIn(now, key, values);

/** The same in both languages. @param {Words.Key} key @param {Record<string, string | number>} [values] @returns {Name} */
export const inBoth = (key, values = {}) => ({ en: sayIn("en", key, values), zh: sayIn("zh", key, values) });

/** Whether there is a word with this key. @param {string} key @returns {key is Words.Key} */
export const isWord = (key) => key in words.en || hasForms(key);

/**
 * The word for a name from the server, or the name itself where the pages have no word for it.
 * @param {Words.Beginning} beginning @param {string} name @param {Record<string, string | number>} [values]
 */
export const wordOf = (beginning, name, values = {}) => (isWord(beginning + name) ? sayIn(now, beginning + name, values) : name);

/** What there are words for under a beginning: of "kind." and "kind.a" it is "a". @param {Words.Beginning} beginning */
export const wordsUnder = (beginning) => Object.keys(words.en).filter((key) => key.startsWith(beginning)).map((key) => key.slice(beginning.length));

/** A name that comes in both languages. @param {Partial<Name> | null | undefined} name */
export const pick = (name) => (name ? name[now] || name.en || "" : "");

/** Fill every element that names a key in `data-t`, and labels from `data-t-label`. @param {ParentNode} root */
export function translate(root) {
  const say = (/** @type {string | undefined} */ key) => sayIn(now, key ?? "", {});
  for (const element of root.querySelectorAll("[data-t]")) if (element instanceof HTMLElement) element.textContent = say(element.dataset.t);
  for (const element of root.querySelectorAll("[data-t-label]")) if (element instanceof HTMLElement) element.setAttribute("aria-label", say(element.dataset.tLabel));
}

/** Draw whenever the language changes. @param {() => void} draw @returns {() => void} stops it */
export function whenSpoken(draw) {
  document.addEventListener("punto-language", draw);
  return () => document.removeEventListener("punto-language", draw);
}

// This module runs before those of the page (server/frame.py): what stands in the HTML can be read while they are on their way.
translate(document);
