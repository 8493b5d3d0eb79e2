// Beside the dealer's step: what waits for a decision, insurance as it is offered and taken at a patron's word, choices,
// what came too late, tools.

import { cardName } from "../lib/cards.js";
import { cite, says } from "../lib/cite.js";
import { asDrawn, h } from "../lib/element.js";
import { isWord, t, wordOf } from "../lib/i18n.js";
import { timeOf } from "../lib/moment.js";
import { money } from "../lib/money.js";
import { oddsWords } from "../lib/odds-words.js";
import { secondPerson } from "../lib/second-person.js";
import { say } from "../lib/toast.js";
import { betName } from "../lib/bet-name.js";
import { betForm, mayHelp, peopleForm } from "./forms.js";
import { mayBeMisread } from "./page.js";
import { misreadForm, reportForm } from "./report-form.js";

/** @typedef {import("./page.js").Page} Page */

/** @param {string} name @param {...Draw.Child} children */
const panel = (name, ...children) => h("section", { class: ["panel", name], key: name }, children);

/** What the table waits for besides the step, with buttons for what this person may do. @param {Page} page */
export function matters(page) {
  const { pending: waiting, coup } = page.view;
  return h("div", { class: "matters" },
    coup && coup.late.length > 0 && !coup.ended && panel("late", h("h2", {}, t("dealer.late")), h("ul", {}, coup.late.map((bet) => lateLine(bet, page)))),
    secondPerson(page.waiting.all, { me: page.me, answer: (number, decline) => page.send("confirm", { waiting: number, decline }) }),
    waiting && pending(waiting, page),
    coup && coup.offers.length > 0 && panel("offers", h("h2", {}, t("dealer.offers")), coup.offers.map((offer) => offered(offer, coup, page))),
    coup && (coup.choosing.length > 0 || Object.keys(coup.chosen).length > 0) && choices(coup, page));
}

/** @param {Api.LateBet} bet @param {Page} page */
const lateLine = (bet, page) => h("li", { key: `${bet.patron} ${bet.box} ${bet.bet} ${bet.what}` },
  h("span", {}, t(bet.what === "place" ? "dealer.late.place" : "dealer.late.lift", { who: bet.patron, box: bet.box, bet: betName(page.bets.names, bet.bet), n: money(bet.stake) })), cite(bet.cite));

/** A report that waits: its content, who made it and may withdraw it, and who decides. @param {Api.PendingView} waiting @param {Page} page */
function pending(waiting, page) {
  const { report } = waiting;
  const mine = report.reporter === page.me.name && page.may("withdraw_report");
  const rank = t("or.above", { rank: wordOf("rank.", waiting.decides) });
  return panel("pending", h("h2", {}, wordOf("what.", waiting.what)),
    h("p", {}, waiting.cite && cite(waiting.cite), " ", says(waiting.says)),
    report.place > 0 && h("p", { class: "correction" }, t("pending.card", { n: report.place }), " ",
      h("s", {}, cardName(waiting.drawn[report.place - 1] ?? null)), " → ", h("b", {}, cardName(report.cards))),
    report.patron && h("p", {}, t("patron"), ": ", h("b", {}, report.patron)),
    waiting.what === "misplaced_bet" && h("ul", { class: "lay-of" }, report.lay.length
      ? report.lay.map((bet) => h("li", { key: `${bet.box} ${bet.bet}` }, t("pending.lay", { box: bet.box, bet: betName(page.bets.names, bet.bet), n: money(bet.stake) })))
      : h("li", {}, t("report.lay.none"))),
    !report.place && waiting.cards.length > 0 && h("div", { class: "cards small-cards" }, waiting.cards.map((face) => h("punto-card", { face }))),
    report.note && h("p", { class: "note" }, "“", report.note, "”"),
    h("p", { class: "quiet-text" }, t("pending.by", { who: isWord(`rank.${report.reporter}`) ? wordOf("rank.", report.reporter) : report.reporter }), waiting.since && ` · ${timeOf(waiting.since)}`),
    h("p", { class: "waits-for" }, t(waiting.takes === "ruling" ? "pending.rules" : "pending.waits", { rank })),
    mine && h("button", { type: "button", class: "withdraw", onclick: () => page.send("withdraw_report", {}) }, t("pending.withdraw")));
}

/** @param {Api.OfferView} offer @param {Api.CoupView} coup @param {Page} page */
function offered(offer, coup, page) {
  const rooms = offer.most.filter((room) => room.most > 0).toSorted((room, other) => room.box - other.box);
  return h("div", { class: ["offer", offer.insures], key: `${coup.number} ${offer.window} ${offer.insures}` },
    h("p", {}, h("b", {}, t(offer.insures)), " ", h("span", { class: "lammer" }, oddsWords(offer.odds)), " ", cite(offer.cite)),
    h("p", { class: "quiet-text small" }, t(offer.wins_on === "tie" ? "dealer.on.tie" : "dealer.on")),
    h("ul", {}, rooms.map((room) => h("li", { key: `${room.box} ${room.patron}` },
      h("span", { class: "whose" }, h("b", { class: "at", "aria-label": t("box", { n: room.box }) }, room.box), room.patron),
      h("b", { class: "most" }, t("dealer.most", { n: money(room.most) })),
      page.may("take_insurance") && insuring(offer, room, page)))));
}

/** Insurance that a patron asks the dealer for; the most that may be staked stands there already. @param {Api.OfferView} offer @param {Api.RoomView} room @param {Page} page */
function insuring(offer, room, page) {
  const chip = page.view.sign?.chip ?? 1;
  const whole = Math.floor(room.most / chip) * chip;
  if (!whole) return null;
  const take = async (/** @type {HTMLInputElement} */ stake) => {
    const fields = { patron: room.patron, box: room.box, insures: offer.insures, stake: Number(stake.value) };
    // Another stake in the same moment is the second of a double click, drawn with what was left.
    if (!(await page.send("take_insurance", fields, { as: { ...fields, stake: 0 } }))) return;
    asDrawn(stake);
    say(t("dealer.insured", { who: room.patron, n: money(fields.stake) }), { tone: "good", seconds: 3 });
  };
  return h("form", { class: "insuring", onsubmit: (event) => {
    event.preventDefault();
    const stake = event.currentTarget.elements.namedItem("stake");
    return stake instanceof HTMLInputElement ? take(stake) : undefined;
  } },
  h("input", { name: "stake", type: "number", min: chip, max: whole, step: chip, required: true, value: whole, "aria-label": t("dealer.stake.of", { who: room.patron, n: room.box }) }),
  h("button", { type: "submit" }, t("dealer.insure")));
}

/** @param {Api.CoupView} coup @param {Page} page */
function choices(coup, page) {
  /** @param {string} patron @param {"continue" | "return"} name */
  const option = (patron, name) => h("button", {
    type: "button", key: name, onclick: () => page.send("choose", { patron, option: name }),
  }, t(`choice.${name}`));
  return panel("choices", h("h2", {}, t("dealer.choices")),
    h("ul", {}, coup.choosing.map((patron) => h("li", { key: patron }, h("span", {}, patron),
      page.may("choose") ? h("span", { class: "pair-of" }, option(patron, "continue"), option(patron, "return")) : h("b", {}, t("choice.open")))),
    Object.entries(coup.chosen).map(([patron, chosen]) => h("li", { key: patron }, h("span", {}, patron), h("b", {}, wordOf("choice.", chosen))))));
}

/** What the dealer may want at any time. @param {Page} page */
export function tools(page) {
  const { view } = page;
  const tool = (/** @type {string} */ key, /** @type {Words.Key} */ word, /** @type {(page: Page) => void} */ open, disabled = false) =>
    h("button", { type: "button", key: word, disabled, onclick: () => open(page) }, t(word), " ", h("kbd", {}, key));
  const real = view.shoe?.source === "physical";
  return h("div", { class: "helps" }, h("div", { class: "tools" },
    page.may("report") && real && tool("M", "dealer.misread", misreadForm, !mayBeMisread(page)),
    page.may("report") && tool("R", "dealer.report", reportForm),
    page.may("place_bet") && tool("B", "dealer.put", betForm, view.phase !== "betting"),
    (page.may("buy_in") || page.may("walk_away")) && tool("P", "dealer.people", peopleForm, !mayHelp(page)),
    h("a", { class: "button", href: `/board/${encodeURIComponent(view.table)}` }, t("dealer.board"), " ↗")), keys(page));
}

/** @param {Page} page */
function keys(page) {
  if (!page.me.commands.length) return null;
  const shortcuts = /** @type {const} */ ([
    [t("dealer.key"), "step", true], ["9 d ↵", "card", page.may("draw_card")], ["M", "misread", page.may("report")], ["R", "report", page.may("report")],
    ["B", "bet", page.may("place_bet")], ["P", "people", page.may("buy_in")],
    ["Y", "consent", page.may("squeeze")], ["W", "waive", page.may("squeeze")], ["N", "decline", page.may("squeeze")],
  ]);
  return h("details", { class: "keys-help small quiet-text" }, h("summary", {}, t("dealer.keys")),
    h("dl", {}, shortcuts.filter(([, , may]) => may).map(([key, name]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, t(`dealer.keys.${name}`))])));
}
