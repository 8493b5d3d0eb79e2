// Beside the dealer's step: insurance as it is offered and taken at a patron's word, choices, what came too late, tools.

import { cite, says } from "/assets/lib/cite.js";
import { h } from "/assets/lib/element.js";
import { t } from "/assets/lib/i18n.js";
import { money } from "/assets/lib/money.js";
import { oddsWords } from "/assets/lib/odds-words.js";
import { asDrawn } from "/assets/lib/renew.js";
import { say } from "/assets/lib/toast.js";
import { betName } from "/assets/lib/words.js";
import { betForm, mayHelp, peopleForm, reportForm } from "/assets/dealer.forms.js";

const panel = (name, ...children) => h("section", { class: ["panel", name], data: { key: name } }, children);

/** What the table waits for besides the step; who may not do something sees no button for it. @returns {any[]} */
export function matters(page) {
  const { view } = page;
  const { coup } = view;
  return [
    coup?.late.length > 0 && !coup.ended && panel("late", h("h2", {}, t("dealer.late")), h("ul", {}, coup.late.map((one) => lateLine(one, page)))),
    view.pending && pending(page),
    coup?.offers.length > 0 && panel("offers", h("h2", {}, t("dealer.offers")), coup.offers.map((offer) => offered(offer, page))),
    coup && (coup.choosing.length > 0 || Object.keys(coup.chosen).length > 0) && choices(page),
  ];
}

const lateLine = (one, page) => h("li", { data: { key: `${one.patron} ${one.box} ${one.bet} ${one.what}` } },
  h("span", {}, t(one.what === "place" ? "dealer.late.place" : "dealer.late.lift", { who: one.patron, box: one.box, bet: betName(page.names, one.bet), n: money(one.stake) })), cite(one.cite));

function pending(page) {
  const { pending: waiting } = page.view;
  return panel("pending", h("h2", {}, t(`what.${waiting.what}`)),
    h("p", {}, waiting.cite && cite(waiting.cite), " ", says(page.dealer.reports.find((one) => one.what === waiting.what)?.says)),
    waiting.cards.length > 0 && h("div", { class: "cards small-cards" }, waiting.cards.map((face) => h("punto-card", { face }))));
}

function offered(offer, page) {
  const key = `${page.view.coup.number} ${offer.window} ${offer.insures}`;
  return h("div", { class: ["offer", offer.insures], data: { key } },
    h("p", {}, h("b", {}, t(offer.insures)), " ", h("span", { class: "lammer" }, oddsWords(offer.odds)), " ", cite(offer.cite)),
    h("p", { class: "quiet-text small" }, t(offer.wins_on === "tie" ? "dealer.on.tie" : "dealer.on")),
    h("ul", {}, offer.most.filter((one) => one.most > 0).sort((one, other) => one.box - other.box).map((one) => h("li", { data: { key: `${one.box} ${one.patron}` } },
      h("span", { class: "whose" }, h("b", { class: "at", "aria-label": t("box", { n: one.box }) }, one.box), one.patron),
      h("b", { class: "most" }, t("dealer.most", { n: money(one.most) })),
      page.may("take_insurance") && insuring(offer, one, page)))));
}

/** Insurance that a patron asks the dealer for; the most that may be staked stands there already. */
function insuring(offer, one, page) {
  const { chip } = page.view.sign;
  const whole = Math.floor(one.most / chip) * chip;
  if (!whole) return null;
  const submit = async (event) => {
    event.preventDefault();
    const { stake } = event.currentTarget.elements;
    const fields = { patron: one.patron, box: one.box, insures: offer.insures, stake: Number(stake.value) };
    // Another stake in the same moment is the second of a double click, drawn with what was left.
    if (!(await page.send("take_insurance", fields, { as: { ...fields, stake: 0 } }))) return;
    asDrawn(stake);
    say(t("dealer.insured", { who: one.patron, n: money(fields.stake) }), { tone: "good", seconds: 3 });
  };
  return h("form", { class: "insuring", onsubmit: submit },
    h("input", { name: "stake", type: "number", inputmode: "numeric", min: chip, max: whole, step: chip, required: true, value: whole, "aria-label": t("dealer.stake.of", { who: one.patron, n: one.box }) }),
    h("button", { type: "submit" }, t("dealer.insure")));
}

function choices(page) {
  const { coup } = page.view;
  const option = (patron, name) => h("button", { type: "button", data: { key: name }, onclick: () => page.send("choose", { patron, option: name }) }, t(`choice.${name}`));
  return panel("choices", h("h2", {}, t("dealer.choices")),
    h("ul", {}, coup.choosing.map((patron) => h("li", { data: { key: patron } }, h("span", {}, patron),
      page.may("choose") ? h("span", { class: "pair-of" }, option(patron, "continue"), option(patron, "return")) : h("b", {}, t("choice.open")))),
    Object.entries(coup.chosen).map(([patron, chosen]) => h("li", { data: { key: patron } }, h("span", {}, patron), h("b", {}, t(`choice.${chosen}`))))));
}

/** What the dealer may want at any time. @returns {any[]} */
export function tools(page) {
  const { view, step } = page;
  const tool = (key, word, open, disabled) => h("button", { type: "button", data: { key: word }, disabled, onclick: () => open(page) }, t(word), " ", h("kbd", {}, key));
  return [panel("tools",
    page.may("report") && tool("R", "dealer.report", reportForm),
    page.may("place_bet") && tool("B", "dealer.put", betForm, view.phase !== "betting"),
    ["buy_in", "walk_away"].some(page.may) && tool("P", "dealer.people", peopleForm, !mayHelp(page)),
    page.may("close_shoe") && view.phase === "ready" && step.command !== "close_shoe" &&
      h("button", { type: "button", data: { key: "close_shoe" }, onclick: () => confirm(t("dealer.confirm.close")) && page.send("close_shoe") }, t("dealer.close_shoe")),
    h("a", { class: "button", href: `/board/${encodeURIComponent(view.table)}` }, t("dealer.board"), " ↗")), keys(page)];
}

function keys(page) {
  const known = [[t("dealer.key"), "step", true], ["9 d ↵", "card", page.may("draw_card")], ["R", "report", page.may("report")], ["B", "bet", page.may("place_bet")], ["P", "people", page.may("buy_in")],
    ["Y", "consent", page.may("squeeze")], ["W", "waive", page.may("squeeze")], ["N", "decline", page.may("squeeze")]].filter(([, , may]) => may);
  return page.me.commands.length > 0 && h("details", { class: "keys-help small quiet-text" }, h("summary", {}, t("dealer.keys")),
    h("dl", {}, known.map(([key, name]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, t(`dealer.keys.${name}`))])));
}
