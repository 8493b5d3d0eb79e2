// Betting boxes as the dealer sees them: whose chips lie where, how far the box is from its differential, what to pay.

import { chip, stack } from "../lib/chips.js";
import { cite } from "../lib/cite.js";
import { h, s } from "../lib/element.js";
import { t } from "../lib/i18n.js";
import { money, short } from "../lib/money.js";
import { oddsWords } from "../lib/odds-words.js";
import { betName } from "../lib/bet-name.js";
import { rounded } from "../lib/rounded.js";
import { inTurn, pilesOf } from "./payout.js";

/** @typedef {import("./page.js").Felt} Felt */
/** @typedef {{reject: false | ((box: number) => unknown), back: false | ((bet: Api.LaidBet) => unknown)}} Actions */

/** The difference of a box, drawn from the middle: Banker to the left, Player to the right; the ends are the limit. @param {Api.DifferentialView} on */
function gauge(on) {
  const difference = on.player - on.banker;
  const limit = on.limit ?? Math.max(on.player, on.banker, 1);
  const share = Math.max(-1, Math.min(1, difference / limit));
  const over = on.limit !== null && Math.abs(difference) > on.limit;
  const side = difference > 0 ? "player" : "banker";
  const figures = { side: t(side), n: money(Math.abs(difference)), limit: on.limit === null ? "∞" : money(on.limit) };
  const words = difference ? t("box.short", figures) : t("box.even");
  return h("div", { class: ["gauge", side, over && "over"], role: "meter", "aria-label": t("box.gauge"), "aria-valuemin": -limit, "aria-valuemax": limit,
    "aria-valuenow": difference, "aria-valuetext": difference && on.limit !== null ? t("box.difference", figures) : words },
  s("svg", { viewBox: "-100 -7 200 14", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("rect", { class: "track", x: -99, y: -3, width: 198, height: 6, rx: 3 }),
    s("rect", { class: "fill", x: Math.min(0, share * 99), y: -3, width: Math.abs(share * 99), height: 6, rx: 3 }),
    s("path", { class: "middle", d: "M0-6V6" })),
  h("span", { class: "said" }, over ? `${words} · ${t("box.over", { n: money(Math.abs(difference) - limit) })}` : words));
}

/** Once the bets are closed, what counts is what plays. @param {Api.DifferentialView} on @param {Api.LaidBet[]} bets @param {Felt} felt */
function played(on, bets, felt) {
  const sum = (/** @type {Api.Side} */ hand) => bets.filter((bet) => felt.hands[bet.bet] === hand).reduce((whole, bet) => whole + bet.plays, 0);
  return bets.some((bet) => bet.plays !== bet.stake) ? { ...on, player: sum("player"), banker: sum("banker") } : on;
}

/** @param {Api.Sign} sign @param {string} bet @returns {[number, number | null]} */
function limitsOf(sign, bet) {
  return sign.bet_limits[bet] ?? [sign.stake_min, sign.stake_max];
}

/** What is wrong with a bet that lies there, in words; empty if nothing. @param {Api.Sign} sign @param {Api.LaidBet} bet */
function fault(sign, bet) {
  const [least, most] = limitsOf(sign, bet.bet);
  if (bet.stake < least) return t("box.under", { n: money(least) });
  if (most !== null && bet.stake > most) return t("box.above", { n: money(most) });
  return "";
}

/** @param {Api.LaidBet} bet @param {Api.LaidBet} other */
const bySeat = (bet, other) => (bet.stance === other.stance ? bet.order - other.order : bet.stance === "seated" ? -1 : 1);

/**
 * A bet where it lies. While bets are open the dealer may hand any of them back; one beyond a limit says so.
 * @param {Api.TableView} view @param {Felt} felt @param {Api.LaidBet} bet @param {Actions} actions
 */
function betLine(view, felt, bet, actions) {
  const open = view.phase === "betting";
  const { back } = actions;
  const wrong = open && view.sign ? fault(view.sign, bet) : "";
  const name = betName(felt.names, bet.bet);
  const label = t("box.back.of", { n: money(bet.stake), bet: name, who: bet.patron });
  return h("li", { class: ["laid", felt.leans[bet.bet], wrong && "wrong"], key: `${bet.patron} ${bet.bet}` },
    stack(bet.stake),
    h("span", { class: "what" }, name),
    bet.plays !== bet.stake && h("span", { class: "plays" }, t("box.plays", { n: money(bet.plays) })),
    wrong && h("span", { class: "warning" }, wrong),
    open && back && h("button", {
      type: "button", class: ["back", wrong ? "small-button" : "quiet"], title: label, "aria-label": wrong ? null : label, onclick: () => back(bet),
    }, wrong ? t("box.back") : "×"));
}

/** A bet that came after the close: no chips lie there, but the dealer sees whom to tell. @param {Felt} felt @param {Api.LateBet} bet */
const lateLine = (felt, bet) => h("li", { class: "laid late", key: `late ${bet.patron} ${bet.bet} ${bet.what}` },
  h("s", {}, money(bet.stake)),
  h("span", { class: "what" }, `${bet.patron} · ${betName(felt.names, bet.bet)}`),
  h("b", { class: "warning" }, t(bet.what === "place" ? "box.late" : "box.late.lift")),
  cite(bet.cite));

/** How much is paid out for some lines. @param {Api.Line[]} lines */
const winningsOf = (lines) => lines.reduce((sum, line) => sum + line.winnings, 0);

/** An amount as chips of the rack: 1 × 1K, 3 × 100. @param {number} amount @param {Api.Sign | null} sign */
function cutOut(amount, sign) {
  const { piles, rest } = pilesOf(amount, sign?.denominations ?? []);
  if (!amount || !piles.length) return null;
  return h("p", { class: "cut-out" },
    piles.map(({ worth, count }, place) => h("span", { class: "pile-of", key: worth }, chip(worth, ""), t("box.pile", { count, worth: short(worth) }), place + 1 < piles.length && t("box.comma"))),
    rest > 0 && h("span", { class: "rest" }, " ", t("box.rest", { n: money(rest) })));
}

/** What goes out and what comes in for some lines of a settlement. @param {Api.Line[]} lines */
function totals(lines) {
  const out = winningsOf(lines);
  const losses = lines.filter((line) => line.outcome === "lose").reduce((sum, line) => sum + line.effective, 0);
  return [
    losses > 0 && h("span", { class: "take" }, t("box.take", { n: money(losses) })),
    out > 0 && h("b", { class: "pay" }, t("box.pay", { n: money(out) })),
    !out && !losses && h("span", { class: "nothing" }, t("box.nothing")),
  ];
}

/** @param {Api.Line} line @param {Felt["names"]} names */
function paidLine(line, names) {
  // What rounding did says the odds itself.
  const cut = rounded(line);
  const more = [line.outcome === "win" && !cut && (line.odds === "1 to 1" ? t("box.even.money") : oddsWords(line.odds)), line.outcome === "push" && t("box.push"), line.commission > 0 && t("box.commission", { n: money(line.commission) }),
    cut, line.stake > line.effective && t("box.excess", { n: money(line.stake - line.effective) })];
  return h("li", { class: line.outcome },
    h("span", { class: "what" }, `${betName(names, line.bet, line.insures)} ${money(line.effective)}`),
    h("span", { class: "result" }, line.outcome === "win" ? `+${money(line.winnings)}` : line.outcome === "lose" ? `−${money(line.effective)}` : "="),
    h("span", { class: "odds" }, more.filter(Boolean).join(" · "), " ", cite(line.cite)));
}

/** A box that is settled: what is taken and paid in all, in chips of the rack, then each patron's part of it. @param {Api.Line[]} lines @param {Felt} felt @param {Api.Sign | null} sign */
function paid(lines, { names, hands }, sign) {
  const patrons = [...new Set(lines.map((line) => line.patron))];
  return h("div", { class: "paying" },
    h("p", { class: "totals" }, totals(lines)),
    patrons.length === 1 && cutOut(winningsOf(lines), sign),
    patrons.map((patron) => {
      const theirs = lines.filter((line) => line.patron === patron);
      return h("div", { class: "owner-of", key: patron },
        h("p", { class: "name" }, patron, patrons.length > 1 && h("span", { class: "part" }, totals(theirs))),
        patrons.length > 1 && cutOut(winningsOf(theirs), sign),
        h("ul", { class: "lines" }, inTurn(theirs, hands).map((line) => paidLine(line, names))));
    }));
}

/** One betting box. @param {number} number @param {Api.TableView} view @param {Felt} felt @param {Actions} actions */
export function box(number, view, felt, actions) {
  const coup = view.coup;
  const bets = (coup?.bets ?? []).filter((bet) => bet.box === number).toSorted(bySeat);
  const insured = (coup?.insurance ?? []).filter((insurance) => insurance.box === number);
  const lines = coup?.settlement?.lines.filter((line) => line.box === number) ?? [];
  const on = coup?.differentials.find((differential) => differential.box === number);
  const over = on && on.limit !== null && Math.abs(on.player - on.banker) > on.limit;
  const patrons = [...new Set(bets.map((bet) => bet.patron))];
  const { reject } = actions;
  const late = lines.length ? [] : (coup?.late ?? []).filter((bet) => bet.box === number);
  const empty = !bets.length && !lines.length && !late.length;
  return h("section", {
    class: ["box", empty ? "empty" : "", over && view.phase === "betting" && "over"], "aria-label": t("box", { n: number }), key: number, data: { box: number },
  },
    h("h3", {}, String(number)),
    !bets.length && !lines.length && !late.length && h("p", { class: "nobody" }, t("box.empty")),
    lines.length ? paid(lines, felt, view.sign) : patrons.map((patron) => {
      const theirs = bets.filter((bet) => bet.patron === patron);
      return h("div", { class: "owner-of", key: patron },
        h("p", { class: "name" }, patron, " ", h("span", { class: "tag" }, t(theirs[0].stance)), coup?.left.includes(patron) && h("span", { class: "tag" }, t("box.left"))),
        h("ul", { class: "bets" }, theirs.map((bet) => betLine(view, felt, bet, actions)),
          insured.filter((insurance) => insurance.patron === patron).map((insurance) =>
            h("li", { class: "laid insured", key: `${insurance.window} ${insurance.insures}` }, stack(insurance.stake), h("span", { class: "what" }, t(`insurance.${insurance.insures}`))))));
    }),
    late.length > 0 && h("ul", { class: "lates" }, late.map((bet) => lateLine(felt, bet))),
    on && !lines.length && gauge(view.phase === "betting" ? on : played(on, bets, felt)),
    over && view.phase === "betting" && reject && h("button", { type: "button", class: "danger reject", onclick: () => reject(number) }, t("box.reject")));
}
