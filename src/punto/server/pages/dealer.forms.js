// The dealer's forms: to report what went wrong, to put chips down for a patron, and what goes on between a patron and the table.

import { get } from "/assets/lib/api.js";
import { cite, says } from "/assets/lib/cite.js";
import { h, put } from "/assets/lib/element.js";
import { add, t } from "/assets/lib/i18n.js";
import { money } from "/assets/lib/money.js";
import { why } from "/assets/lib/refusal.js";
import { say } from "/assets/lib/toast.js";
import { betName, mayDecide } from "/assets/lib/words.js";

add({
  en: {
    "report.title": "Report an irregularity", "report.what": "What happened", "report.send": "Report", "report.cards": "Cards concerned, in the order drawn (9d Th)",
    "report.reconstruct": "Can the cards be put back in order?", "report.unsaid": "Left to whoever decides", "report.yes": "Yes, in this order", "report.no": "No",
    "report.new_cards": "Replace the cards in use", "report.window": "When it should have been offered", "report.insures": "Which hand", "report.box": "Box",
    "report.too.low": "Only a {rank} or above can report this.", "report.uncovered": "The document has no clause for this.",
    "put.title": "Put down a bet for a patron", "put.send": "Put down", "put.stance": "Stance",
    "people.do": "What", "people.amount": "Amount", "people.place": "Cut at card", "people.send": "Record",
    "people.buy_in": "Chips for cash", "people.cash_out": "Cash for chips", "people.walk_away": "Has left the table", "people.cut_shoe": "Cuts the shoe",
    "people.did.buy_in": "{who} has {n} more in chips.", "people.did.cash_out": "{who} gets {n} in cash.", "people.did.walk_away": "{who} has left; the bets stay.", "people.did.cut_shoe": "{who} has cut the shoe.",
    "people.holds": "Holds {n}.", "people.holds.none": "Nobody here has an account of this name.",
  },
  zh: {
    "report.title": "報告異常", "report.what": "發生何事", "report.send": "報告", "report.cards": "有關的牌，按抽出次序（9d Th）", "report.reconstruct": "能否還原牌序？",
    "report.unsaid": "留待裁決者決定", "report.yes": "可以，按此次序", "report.no": "不可以", "report.new_cards": "更換使用中的牌", "report.window": "應提供保險的時候",
    "report.insures": "哪一手", "report.box": "注區", "report.too.low": "須由{rank}或以上報告。", "report.uncovered": "規則沒有相關條文。",
    "put.title": "代玩家下注", "put.send": "下注", "put.stance": "位置",
    "people.do": "事項", "people.amount": "金額", "people.place": "切牌位置", "people.send": "記錄",
    "people.buy_in": "現金換籌碼", "people.cash_out": "籌碼換現金", "people.walk_away": "已離座", "people.cut_shoe": "切牌",
    "people.did.buy_in": "{who} 已換得籌碼 {n}。", "people.did.cash_out": "{who} 換回現金 {n}。", "people.did.walk_away": "{who} 已離座，注碼保留。", "people.did.cut_shoe": "{who} 已切牌。",
    "people.holds": "持有 {n}。", "people.holds.none": "沒有此姓名的帳戶。",
  },
});

const field = (label, control) => h("label", { class: "field" }, h("span", {}, label), control);
const choose = (name, options, value) =>
  h("select", { name }, options.map(([key, text]) => h("option", { value: key, selected: key === value }, text)));

/** Patrons with money on the layout. */
const here = (page) => [...new Set((page.view.coup?.bets ?? []).map((bet) => bet.patron))];

const patronField = (page, more = {}) => [
  field(t("patron"), h("input", { name: "patron", required: true, maxlength: 60, list: "patrons-here", autocomplete: "off", ...more })),
  h("datalist", { id: "patrons-here" }, here(page).map((name) => h("option", { value: name }))),
];

/** Show a form in a dialog; `send` gets its values and throws what was refused, which is then told in the dialog. */
function ask(title, body, word, send) {
  // A note at the edge of the page would lie behind the dialog.
  const refused = h("p", { class: "refused", role: "alert" });
  const dialog = h("dialog", { class: "form", "aria-label": title, onclose: () => dialog.remove() });
  const submit = async (event) => {
    event.preventDefault();
    put(refused);
    try {
      await send(Object.fromEntries(new FormData(event.currentTarget)));
      dialog.close();
    } catch (error) {
      put(refused, why(error), " ", error.cite && cite(error.cite));
    }
  };
  dialog.append(h("form", { method: "dialog", onsubmit: submit },
    h("h2", {}, title), body, refused,
    h("div", { class: "ends" },
      h("button", { type: "button", onclick: () => dialog.close() }, t("cancel")),
      h("button", { type: "submit", class: "primary" }, word))));
  document.body.append(dialog);
  dialog.showModal();
}

/** The fields a kind of report asks for. */
function reportFields(one, page) {
  const decides = mayDecide(page.me.role, one.decides);
  const patrons = here(page);
  const made = {
    cards: () => field(t("report.cards"), h("input", { name: "cards", autocomplete: "off", spellcheck: "false" })),
    reconstruct: () => decides && field(t("report.reconstruct"),
      choose("reconstruct", [["", t("report.unsaid")], ["yes", t("report.yes")], ["no", t("report.no")]], "")),
    new_cards: () => decides && one.new_cards === "may_be_replaced" &&
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
    return page.give("report", said);
  });
}

/** Chips put down by the dealer at a patron's word. */
export function betForm(page) {
  const boxes = Array.from({ length: page.view.sign.boxes }, (_, at) => [String(at + 1), String(at + 1)]);
  const bets = Object.keys(page.names).map((id) => [id, betName(page.names, id)]);
  const { chip, stake_min: least } = page.view.sign;
  const body = [
    patronField(page),
    h("div", { class: "pair" },
      field(t("report.box"), choose("box", boxes, "1")),
      field(t("put.stance"), choose("stance", [["seated", t("seated")], ["standing", t("standing")]], "seated"))),
    h("div", { class: "pair" },
      field(t("bet"), choose("bet", bets, bets[0]?.[0])),
      field(t("stake"), h("input", { name: "stake", type: "number", min: chip, step: chip, required: true, value: least }))),
  ];
  ask(t("put.title"), body, t("put.send"), (values) => page.give("place_bet", {
    patron: values.patron.trim(), box: Number(values.box), stance: values.stance, bet: values.bet, stake: Number(values.stake),
  }));
}

/** What a dealer may do for a patron now, besides betting. */
function doings({ view, may }) {
  const cut = view.shoe?.source === "virtual" && view.shoe.untouched && view.phase === "ready";
  const playing = ["betting", "dealing"].includes(view.phase) && view.coup?.bets.length > 0;
  const now = { buy_in: view.sign?.wallets, cash_out: view.sign?.wallets, walk_away: playing, cut_shoe: cut };
  return Object.keys(now).filter((name) => now[name] && may(name));
}

export const mayHelp = (page) => doings(page).length > 0;

/** Chips for cash and back, who has left, who cuts the shoe: at a patron's word. */
export function peopleForm(page) {
  const names = doings(page);
  const what = choose("what", names.map((name) => [name, t(`people.${name}`)]), names[0]);
  const more = h("div", {});
  const holds = h("p", { class: "holds quiet-text", role: "status" });
  const show = () => {
    const decks = page.view.shoe?.decks ?? 0;
    put(more, ["buy_in", "cash_out"].includes(what.value) && field(t("people.amount"), h("input", { name: "amount", type: "number", min: 1, step: 1, required: true })),
      what.value === "cut_shoe" && field(t("people.place"), h("input", { name: "place", type: "number", min: 1, max: decks * 52 - 1, step: 1, required: true, value: decks * 26 })));
  };
  what.addEventListener("change", show);
  show();
  let soon = 0;
  const look = ({ target }) => {
    put(holds);
    clearTimeout(soon);
    if (target.value.trim() && page.view.sign?.wallets) soon = setTimeout(() => tellHolding(page, target, holds), 250);
  };
  const body = [field(t("people.do"), what), patronField(page, { oninput: look }), holds, more];
  ask(t("dealer.people"), body, t("people.send"), async ({ what: name, patron, amount, place }) => {
    const who = patron.trim();
    await page.give(name, { patron: who, ...(amount ? { amount: Number(amount) } : {}), ...(place ? { place: Number(place) } : {}) });
    say(t(`people.did.${name}`, { who, n: money(Number(amount ?? 0)) }), { tone: "good" });
  });
}

/** What a patron has in the wallet; and that there is nobody of that name, before chips go to a slip of the hand. */
async function tellHolding(page, input, holds) {
  const patron = input.value.trim();
  const found = await get(`/api/dealer/${encodeURIComponent(page.view.table)}/wallets/${encodeURIComponent(patron)}`).catch(() => null);
  if (!found || input.value.trim() !== patron) return;
  put(holds, found.account || found.wallet ? t("people.holds", { n: money(found.wallet) }) : h("span", { class: "warning" }, t("people.holds.none")));
}
