// Words of the pages in English and Chinese. Each module adds its own; names of games and bets come from the rulebook.

const KEPT = "punto.language";
const words = { en: {}, zh: {} };

/** @typedef {"en" | "zh"} Language */

/** @returns {Language} */
function remembered() {
  const kept = localStorage.getItem(KEPT);
  if (kept === "en" || kept === "zh") return kept;
  return navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
}

let now = remembered();
document.documentElement.lang = now === "zh" ? "zh-Hant" : "en";

/** @returns {Language} the language the pages speak now */
export const language = () => now;

/** Switch, remember it, and tell everything that draws words: the event `punto-language` on the document. */
export function speak(to) {
  now = to;
  localStorage.setItem(KEPT, to);
  document.documentElement.lang = to === "zh" ? "zh-Hant" : "en";
  translate(document);
  document.dispatchEvent(new CustomEvent("punto-language"));
}

/** Add words: `{en: {key: "text {n}"}, zh: {…}}`. */
export function add(more) {
  Object.assign(words.en, more.en);
  Object.assign(words.zh, more.zh);
}

/** A word or sentence; `{name}` in it is filled from `values`. An unknown key shows itself, so that it is seen. */
export function t(key, values = {}) {
  const text = words[now][key] ?? words.en[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** A name that comes in both languages: `{en, zh}`. */
export const pick = (name) => (name ? name[now] || name.en : "");

/** Fill every element that names a key in `data-t`, and labels from `data-t-label`. */
export function translate(root) {
  for (const one of root.querySelectorAll("[data-t]")) one.textContent = t(one.dataset.t);
  for (const one of root.querySelectorAll("[data-t-label]")) one.setAttribute("aria-label", t(one.dataset.tLabel));
}

/** Draw now and whenever the language changes. Returns the function that stops it. */
export function whenSpoken(draw) {
  document.addEventListener("punto-language", draw);
  return () => document.removeEventListener("punto-language", draw);
}

add({
  en: {
    player: "Player", banker: "Banker", tie: "Tie", "round.n": "Round {n}", shoe: "Shoe", box: "Box {n}", close: "Close",
    "chips.are.play": "Play chips only.",
    notice:
      "The chips here are play chips and have no value. This software is not certified, and running it for money " +
      "needs a regulator’s licence.",
  },
  zh: {
    player: "閒", banker: "庄", tie: "和", "round.n": "第 {n} 局", shoe: "靴", box: "{n} 號注區", close: "關閉",
    "chips.are.play": "僅為娛樂籌碼。",
    notice: "此處籌碼僅供娛樂，並無價值。本軟件未經認證；如以金錢營運，須先取得監管機構牌照。",
  },
});
