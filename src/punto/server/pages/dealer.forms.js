// The dealer's two forms: to report what went wrong, and to put chips down for a patron.

import { command } from "/assets/lib/api.js";
import { cite, says } from "/assets/lib/cite.js";
import { h, put } from "/assets/lib/element.js";
import { add, t } from "/assets/lib/i18n.js";
import { sayRefused } from "/assets/lib/toast.js";
import { betName, mayDecide } from "/assets/lib/words.js";

add({
  en: {
    "report.title": "Report an irregularity", "report.what": "What happened", "report.send": "Report", "report.cards": "Cards concerned, in the order drawn (9d Th)",
    "report.reconstruct": "Can the cards be put back in order?", "report.unsaid": "Left to whoever decides", "report.yes": "Yes, in this order", "report.no": "No",
    "report.new_cards": "Replace the cards in use", "report.window": "When it should have been offered", "report.insures": "Which hand", "report.box": "Box",
    "report.too.low": "Only a {rank} or above can report this.", "report.uncovered": "The document has no clause for this.",
    "put.title": "Put down a bet for a patron", "put.send": "Put down", "put.stance": "Stance",
  },
  zh: {
    "report.title": "報告異常", "report.what": "發生何事", "report.send": "報告", "report.cards": "有關的牌，按抽出次序（9d Th）", "report.reconstruct": "能否還原牌序？",
    "report.unsaid": "留待裁決者決定", "report.yes": "可以，按此次序", "report.no": "不可以", "report.new_cards": "更換使用中的牌", "report.window": "應提供保險的時候",
    "report.insures": "哪一手", "report.box": "注區", "report.too.low": "須由{rank}或以上報告。", "report.uncovered": "規則沒有相關條文。",
    "put.title": "代玩家下注", "put.send": "下注", "put.stance": "位置",
  },
});

const field = (label, control) => h("label", { class: "field" }, h("span", {}, label), control);
const choose = (name, options, value) =>
  h("select", { name, value }, options.map(([key, text]) => h("option", { value: key, selected: key === value }, text)));

/** Show a form in a dialog; `send` gets its values and throws what was refused. */
function ask(title, body, word, send) {
  const dialog = h("dialog", { class: "form", "aria-label": title });
  const form = h("form", { method: "dialog" },
    h("h2", {}, title), body,
    h("div", { class: "ends" },
      h("button", { type: "button", onclick: () => dialog.close() }, t("cancel")),
      h("button", { type: "submit", class: "primary" }, word)));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await send(Object.fromEntries(new FormData(form)));
      dialog.close();
    } catch (error) {
      sayRefused(error);
    }
  });
  dialog.append(form);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** The fields a kind of report asks for. */
function reportFields(one, page) {
  const decides = mayDecide(page.me.role, one.decides);
  const patrons = [...new Set((page.view.coup?.bets ?? []).map((bet) => bet.patron))];
  const made = {
    cards: () => field(t("report.cards"), h("input", { name: "cards", autocomplete: "off", spellcheck: "false" })),
    reconstruct: () => decides && field(t("report.reconstruct"),
      choose("reconstruct", [["", t("report.unsaid")], ["yes", t("report.yes")], ["no", t("report.no")]], "")),
    new_cards: () => decides && one.may_replace_cards &&
      h("label", { class: "check" }, h("input", { type: "checkbox", name: "new_cards", value: "yes" }), " ", t("report.new_cards")),
    patron: () => field(t("patron"), choose("patron", patrons.map((name) => [name, name]), patrons[0])),
    box: () => field(t("report.box"), h("input", { name: "box", type: "number", min: 1, max: page.view.sign.boxes, value: "1", required: true })),
    window: () => field(t("report.window"), choose("window", page.dealer.windows.map((name) => [name, t(`window.${name}`)]), page.dealer.windows[0])),
    insures: () => field(t("report.insures"), choose("insures", [["banker", t("banker")], ["player", t("player")]], "banker")),
  };
  return one.fields.map((name) => made[name]());
}

/** Report an irregularity: the clause and our words on it stand beside each kind. */
export function reportForm(page) {
  const kinds = page.dealer.reports;
  const clause = h("div", { class: "clause", "aria-live": "polite" });
  const more = h("div", {});
  const what = choose("what", kinds.map((one) => [one.what, t(`what.${one.what}`)]), kinds[0].what);
  const show = () => {
    const one = kinds.find((kind) => kind.what === what.value);
    const needs = one.what === "neglected_insurance" && !mayDecide(page.me.role, one.decides);
    put(clause,
      h("p", {}, one.cite && cite(one.cite), " ", says(one.says) || t("report.uncovered")),
      h("p", { class: "quiet-text" }, t(`leads.${one.leads_to}`), " ", one.options !== "never" && t(`options.${one.options}`), " ",
        `${t("decides")}: ${t("or.above", { rank: t(`rank.${one.decides}`) })}`),
      needs && h("p", { class: "warning" }, t("report.too.low", { rank: t(`rank.${one.decides}`) })));
    put(more, reportFields(one, page));
  };
  what.addEventListener("change", show);
  show();
  const body = [field(t("report.what"), what), clause, more, field(t("note"), h("textarea", { name: "note", rows: 2, maxlength: 500 }))];
  ask(t("report.title"), body, t("report.send"), (values) => {
    const said = { what: values.what, note: values.note ?? "" };
    for (const name of ["cards", "patron", "window", "insures"]) if (values[name]) said[name] = values[name];
    if (values.box) said.box = Number(values.box);
    if (values.reconstruct) said.reconstruct = values.reconstruct === "yes";
    if (values.new_cards) said.new_cards = true;
    return command(page.view.table, "report", said);
  });
}

/** Chips put down by the dealer at a patron's word. */
export function betForm(page) {
  const boxes = Array.from({ length: page.view.sign.boxes }, (_, at) => [String(at + 1), String(at + 1)]);
  const bets = Object.keys(page.names).map((id) => [id, betName(page.names, id)]);
  const known = [...new Set((page.view.coup?.bets ?? []).map((bet) => bet.patron))];
  const body = [
    field(t("patron"), h("input", { name: "patron", required: true, maxlength: 60, list: "patrons-here", autocomplete: "off" })),
    h("datalist", { id: "patrons-here" }, known.map((name) => h("option", { value: name }))),
    h("div", { class: "pair" },
      field(t("report.box"), choose("box", boxes, "1")),
      field(t("put.stance"), choose("stance", [["seated", t("seated")], ["standing", t("standing")]], "seated"))),
    h("div", { class: "pair" },
      field(t("bet"), choose("bet", bets, bets[0]?.[0])),
      field(t("stake"), h("input", { name: "stake", type: "number", min: 1, step: 1, required: true, value: String(page.view.sign.stake_min) }))),
  ];
  ask(t("put.title"), body, t("put.send"), (values) => command(page.view.table, "place_bet", {
    patron: values.patron.trim(), box: Number(values.box), stance: values.stance, bet: values.bet, stake: Number(values.stake),
  }));
}
