// The dealer's page: the next step large and alone, the boxes with their chips, and what to pay.

import { News, command, get } from "/assets/lib/api.js";
import "/assets/lib/cards.js";
import { cardName, suitName } from "/assets/lib/cards.js";
import { cite, says, setParagraphs } from "/assets/lib/cite.js";
import "/assets/lib/countdown.js";
import { h, put } from "/assets/lib/element.js";
import "/assets/lib/header.js";
import { add, pick, t, whenSpoken } from "/assets/lib/i18n.js";
import { money } from "/assets/lib/money.js";
import { oddsWords } from "/assets/lib/odds-words.js";
import { answersTo, keysOf, requestBox, waitingRequests } from "/assets/lib/squeezes.js";
import { say, sayRefused } from "/assets/lib/toast.js";
import { admitted, turnAway } from "/assets/lib/turned-away.js";
import { mayDecide, named, namesOf } from "/assets/lib/words.js";
import { box } from "/assets/dealer.boxes.js";
import { CardEntry } from "/assets/dealer.entry.js";
import { betForm, reportForm } from "/assets/dealer.forms.js";
import { stepOf } from "/assets/dealer.steps.js";
import { leaning } from "/assets/table/layout.js";

add({
  en: {
    "dealer.choose": "Which table do you deal?", "dealer.by": "Dealt by itself; you may step in", "dealer.person": "Dealt by a person",
    "step.closed": "The table is closed", "step.open_shoe": "Open a shoe", "step.open_bets": "Place your bets, please", "step.close_bets": "No more bets",
    "step.stopped": "Play is stopped", "step.pay": "Pay the boxes", "step.close_shoe": "Close the shoe", "step.condemned": "Replace the cards: close the shoe",
    "step.disabled": "Taken out of play", "step.burn": "Burn: read the first card", "step.draw": "Card for {side}", "step.settle": "Settle the round",
    "step.draw_choosing": "Card for {side}", "step.settle_choosing": "Settle the round",
    "hint.closed": "The pit opens it again.", "hint.open_shoe": "Fresh cards for {n} decks.", "hint.open_bets": "Round {n} begins.", "hint.close_bets": "{n} on the layout.",
    "hint.stopped": "A {rank} decides.", "hint.pay": "{side} · pay {n} in all.", "hint.close_shoe": "The last round of this shoe is over.",
    "hint.condemned": "These cards may not be used again.", "hint.disabled": "No new round until the pit puts it back.", "hint.burn": "As many cards follow it unseen as it counts.",
    "hint.draw": "", "hint.settle": "All cards are dealt.", "hint.draw_choosing": "Drawing on ends the time to choose: who says nothing goes on.",
    "hint.settle_choosing": "Settling ends the time to choose: who says nothing goes on.",
    "hint.insurance": "Insurance runs; the card comes after that.", "hint.read": "Rank, suit, Enter — or scan.",
    "dealer.board": "Display board", "dealer.key": "Space", "dealer.instead": "Without a burn: place your bets", "dealer.report": "Report", "dealer.put": "Put down a bet", "dealer.shoe": "Shoe {n}: {left} cards left",
    "dealer.cut": "Last round of the shoe", "dealer.offers": "Insurance offered", "dealer.most": "up to {n}", "dealer.choices": "Choices", "dealer.close_shoe": "Close the shoe",
    "dealer.aside": "Lies aside, dealt first", "dealer.void": "Round {n} is void: every stake goes back", "dealer.keys": "Keys", "dealer.keys.step": "next step", "dealer.keys.report": "report",
    "dealer.keys.bet": "put down a bet", "dealer.keys.consent": "consent to a squeeze", "dealer.keys.waive": "consent to one that waives insurance", "dealer.keys.decline": "decline it", "dealer.keys.card": "card, then Enter", "dealer.open.pit": "Decide in the pit", "dealer.on": "wins on a loss", "dealer.on.tie": "wins on a tie",
    "won.player": "Player wins {p} to {b}", "won.banker": "Banker wins {b} to {p}", "won.tie": "Tie on {p}", "dealer.confirm.close": "Close this shoe and show its order?",
  },
  zh: {
    "dealer.choose": "您派哪一檯？", "dealer.by": "自動派牌，可隨時接手", "dealer.person": "由荷官派牌",
    "step.closed": "本檯已關閉", "step.open_shoe": "開新牌靴", "step.open_bets": "請下注", "step.close_bets": "停止下注", "step.stopped": "牌局暫停", "step.pay": "賠付各注區",
    "step.close_shoe": "收起牌靴", "step.condemned": "須更換牌：收起牌靴", "step.disabled": "已停用", "step.burn": "燒牌：輸入第一張牌", "step.draw": "派牌給{side}", "step.settle": "結算本局",
    "step.draw_choosing": "派牌給{side}", "step.settle_choosing": "結算本局",
    "hint.closed": "由賭區重新開檯。", "hint.open_shoe": "全新 {n} 副牌。", "hint.open_bets": "第 {n} 局開始。", "hint.close_bets": "檯面共 {n}。", "hint.stopped": "由{rank}裁決。",
    "hint.pay": "{side} · 共賠 {n}。", "hint.close_shoe": "本靴最後一局已完結。", "hint.condemned": "此批牌不得再用。", "hint.disabled": "賭區恢復前不開新局。", "hint.burn": "按其點數再燒掉同樣張數。",
    "hint.draw": "", "hint.settle": "牌已派完。", "hint.draw_choosing": "繼續派牌即結束選擇；未表態者繼續。", "hint.settle_choosing": "結算即結束選擇；未表態者繼續。",
    "hint.insurance": "保險時間進行中，其後派牌。", "hint.read": "點數、花色、Enter，或掃描。",
    "dealer.board": "顯示屏", "dealer.key": "空白鍵", "dealer.instead": "不燒牌：請下注", "dealer.report": "報告異常", "dealer.put": "代下注", "dealer.shoe": "第 {n} 靴：餘 {left} 張", "dealer.cut": "本靴最後一局",
    "dealer.offers": "提供保險", "dealer.most": "最多 {n}", "dealer.choices": "玩家選擇", "dealer.close_shoe": "收起牌靴", "dealer.aside": "留置的牌，先行派出", "dealer.void": "第 {n} 局作廢：注碼全數退回",
    "dealer.keys": "按鍵", "dealer.keys.step": "下一步", "dealer.keys.report": "報告異常", "dealer.keys.bet": "代下注", "dealer.keys.consent": "同意瞇牌", "dealer.keys.waive": "同意瞇牌並放棄保險", "dealer.keys.decline": "拒絕", "dealer.keys.card": "牌，再按 Enter", "dealer.open.pit": "到賭區裁決",
    "dealer.on": "輸則賠", "dealer.on.tie": "和則賠", "won.player": "閒 {p} 勝庄 {b}", "won.banker": "庄 {b} 勝閒 {p}", "won.tie": "和，{p} 點", "dealer.confirm.close": "收起牌靴並公開牌序？",
  },
});

const root = document.getElementById("page");
const header = document.querySelector("punto-header");
const page = { view: null, felt: null, names: {}, dealer: null, me: null, paid: null, busy: false };
const entry = new CardEntry();
const parts = {};

async function start() {
  page.me = await admitted("dealer", root);
  if (!page.me) return;
  const table = named();
  if (!table) return list();
  try {
    const [told, dealer] = await Promise.all([get(`/api/tables/${encodeURIComponent(table)}`), get(`/api/dealer/${encodeURIComponent(table)}`)]);
    Object.assign(page, { view: told.view, felt: told.felt, names: namesOf(told.felt), dealer });
    const each = (what) => Object.fromEntries((told.felt?.bets ?? []).map((bet) => [bet.id, what(bet)]));
    page.bets = { names: page.names, hands: each((bet) => bet.hand), leans: each(leaning) };
  } catch (error) {
    return turnAway(root, error);
  }
  setParagraphs({ ...page.felt?.paragraphs, ...page.felt?.readings });
  page.paid = Number(sessionStorage.getItem(`punto.paid.${table}`));
  build();
  const news = new News(table, page.view.version);
  news.addEventListener("news", async ({ detail }) => {
    const source = page.view.shoe?.source;
    page.view = detail.view;
    // What can be named in a report depends on where the cards come from.
    if (detail.view.shoe && detail.view.shoe.source !== source) page.dealer = await get(`/api/dealer/${encodeURIComponent(table)}`);
    draw();
  });
  news.addEventListener("link", ({ detail }) => {
    parts.link.textContent = detail === "live" ? "" : t(`link.${detail}`);
  });
  whenSpoken(draw);
  draw();
}

async function list() {
  const { tables } = await get("/api/tables");
  const show = () => put(root,
    h("h1", {}, t("dealer.choose")),
    h("div", { class: "choose" }, tables.map((table) =>
      h("a", { class: "panel", href: `/dealer/${encodeURIComponent(table.table)}` },
        h("h2", {}, pick(table.title) || table.name), h("p", { class: "quiet-text" }, table.name, " · ", t(`phase.${table.phase}`))))));
  whenSpoken(show);
  show();
}

function build() {
  Object.assign(parts, {
    link: h("span", { class: "link", role: "status" }),
    words: h("span", { class: "words" }),
    hint: h("p", { class: "hint" }),
    time: h("punto-countdown"),
    step: h("button", { type: "button", class: "step primary", onclick: () => take() }),
    also: h("div", { class: "also" }),
    requests: h("div", { class: "requests" }),
    entry: h("div", { class: "entry", hidden: true }),
    hands: h("div", { class: "hands" }),
    boxes: h("div", { class: "boxes" }),
    side: h("aside", { class: "side" }),
    strip: h("div", { class: "strip" }),
  });
  parts.step.append(parts.words, h("kbd", { class: "key" }));
  put(root,
    parts.strip,
    h("section", { class: "now panel", "aria-live": "polite" },
      h("div", { class: "row" }, parts.step, parts.time), parts.requests, parts.entry, h("div", { class: "under" }, parts.hint, parts.also)),
    h("div", { class: "surface" }, parts.hands, parts.boxes),
    parts.side);
}

function draw() {
  const { view } = page;
  const step = stepOf(view, page.dealer, page.paid);
  page.step = step;
  const place = placeOf(view, step);
  // Somebody else read the card, perhaps a scanner: what was typed for its place must not go to the next.
  if (place !== page.place && page.sent !== page.place && entry.card) entry.clear();
  page.place = place;
  header.heading = page.felt ? page.felt.title : view.name;
  drawStrip(view);
  drawStep(view, step);
  drawRequests(view);
  drawHands(view);
  drawBoxes(view);
  drawSide(view, step);
}

/** Which card is read in next: by its command, shoe, round and the number of cards before it. */
function placeOf({ shoe, coup }, step) {
  return [step.reads, shoe?.number, coup?.number, coup && coup.player.length + coup.banker.length].join(" ");
}

function drawStrip(view) {
  put(parts.strip,
    h("span", { class: ["phase", view.phase] }, t(`phase.${view.phase}`)),
    view.coup && h("span", {}, t("round.n", { n: view.coup.number })),
    view.shoe && h("span", {}, t("dealer.shoe", { n: view.shoe.number, left: view.shoe.cards_left })),
    view.shoe?.last_coup && h("span", { class: "tag" }, t("dealer.cut")),
    h("span", { class: "tag" }, t(view.dealer === "person" ? "dealer.person" : "dealer.by")),
    parts.link);
}

function words(step) {
  return t(`step.${step.id}`, { side: step.side ? t(step.side) : "" });
}

function hint(view, step) {
  if (step.until) return t("hint.insurance");
  if (step.reads === "draw_card") return t("hint.read");
  const lines = view.coup?.settlement?.lines ?? [];
  const values = {
    draw: {}, open_shoe: { n: view.sign?.decks }, open_bets: { n: view.coups + 1 },
    close_bets: { n: money((view.coup?.bets ?? []).reduce((sum, bet) => sum + bet.stake, 0)) },
    stopped: { rank: view.pending ? t("or.above", { rank: t(`rank.${view.pending.decides}`) }) : "" },
    pay: { side: outcome(view.coup?.settlement), n: money(lines.reduce((sum, line) => sum + line.winnings, 0)) },
  };
  return t(`hint.${step.id}`, values[step.id] ?? {});
}

function outcome(settlement) {
  return settlement ? t(`won.${settlement.winner}`, { p: settlement.player_points, b: settlement.banker_points }) : "";
}

function drawStep(view, step) {
  parts.words.textContent = words(step);
  parts.step.classList.toggle("waits", !step.command && step.id !== "pay");
  parts.step.classList.toggle("side-player", step.side === "player");
  parts.step.classList.toggle("side-banker", step.side === "banker");
  parts.step.disabled = !step.command && !step.reads && step.id !== "pay";
  parts.step.querySelector("kbd").textContent = step.reads ? "Enter" : t("dealer.key");
  parts.time.until = view.next?.at ?? step.until ?? null;
  parts.hint.replaceChildren(hint(view, step), ...(step.cite ? [" ", cite(step.cite)] : []));
  put(parts.also,
    step.instead && h("button", { type: "button", onclick: () => send(step.instead.command, step.instead.fields) }, t("dealer.instead")),
    step.id === "stopped" && view.pending && mayDecide(page.me.role, view.pending.decides) &&
      h("a", { class: "button", href: `/pit#${encodeURIComponent(view.table)}` }, t("dealer.open.pit")));
  parts.entry.hidden = !step.reads;
  if (step.reads) drawEntry();
  else if (entry.card) entry.clear();
}

/** What patrons ask for, right below the step: once the card is drawn it is too late to answer. */
function drawRequests(view) {
  page.requests = waitingRequests(view.coup);
  const key = JSON.stringify([page.requests, document.documentElement.lang]);
  if (key === parts.requests.dataset.key) return; // Said aloud once, and a button in focus stays there.
  parts.requests.dataset.key = key;
  const may = page.me.commands.includes("squeeze");
  put(parts.requests, page.requests.map((one, at) => requestBox(one, { cite, answer: may ? (decline) => answer(one, decline) : null, keys: at ? [] : keysOf(one) })));
}

async function answer(request, decline) {
  for (const fields of answersTo(request, decline)) await send("squeeze", fields);
}

const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };

function drawEntry() {
  const key = (name, text, pressed) => h("button", { type: "button", class: ["key-cap", name], "aria-pressed": String(pressed), tabindex: -1,
    "aria-label": name.length > 1 ? name : cardName(name), onclick: () => { entry.take(name); parts.step.focus(); } }, text);
  put(parts.entry,
    h("punto-card", { face: entry.whole ? entry.card : null, class: entry.whole ? "read" : "unread" }),
    h("div", { class: "keys" },
      h("div", { class: "ranks" }, [..."A23456789TJQK"].map((rank) => key(rank, rank === "T" ? "10" : rank, entry.card[0] === rank))),
      h("div", { class: "suits" }, Object.entries(SUITS).map(([suit, sign]) => h("button", { type: "button", tabindex: -1,
        class: ["key-cap", "suit", suit], "aria-label": suitName(suit), "aria-pressed": String(entry.card[1] === suit), onclick: () => { entry.take(suit); parts.step.focus(); } }, sign)))),
    h("output", { class: "typed", "aria-live": "polite" }, entry.whole ? cardName(entry.card) : entry.card ? `${entry.card[0] === "T" ? "10" : entry.card[0]} …` : ""));
}

function drawHands(view) {
  const coup = view.coup;
  const hand = (side) => h("div", { class: ["hand", side, coup?.turn === side && "turn"] },
    h("h2", {}, t(side), coup && coup[`${side}_points`] !== null && h("b", { class: "points" }, coup[`${side}_points`])),
    h("div", { class: "cards" }, coup?.[side].length ? coup[side].map((face) => h("punto-card", { face })) : h("span", { class: "place" })));
  put(parts.hands, hand("player"), h("div", { class: "between" },
    coup?.ended === "settled" && h("p", { class: ["won", coup.settlement.winner] }, outcome(coup.settlement)),
    coup?.ended === "voided" && h("p", { class: "won" }, t("dealer.void", { n: coup.number })),
    view.shoe?.aside.length > 0 && h("div", { class: "aside" }, h("span", {}, t("dealer.aside")), view.shoe.aside.map((face) => h("punto-card", { face })))),
  hand("banker"));
}

function drawBoxes(view) {
  const actions = {
    reject: (number) => send("decide", { reject_excess: number }),
    back: (bet) => send("withdraw_bet", { patron: bet.patron, box: bet.box, bet: bet.bet }),
  };
  const number = view.sign?.boxes ?? 0;
  put(parts.boxes, Array.from({ length: number }, (_, at) => box(at + 1, view, page.bets, actions)));
}

function drawSide(view, step) {
  const coup = view.coup;
  const may = (name) => page.me.commands.includes(name);
  put(parts.side,
    coup?.offers.length > 0 && h("section", { class: "panel offers" },
      h("h2", {}, t("dealer.offers")),
      coup.offers.map((offer) => h("div", { class: ["offer", offer.insures] },
        h("p", {}, h("b", {}, t(offer.insures)), " ", h("span", { class: "lammer" }, oddsWords(offer.odds)), " ", cite(offer.cite)),
        h("p", { class: "quiet-text small" }, t(offer.wins_on === "tie" ? "dealer.on.tie" : "dealer.on")),
        h("ul", {}, offer.most.filter((one) => one.most > 0).map((one) => h("li", {}, `${t("box", { n: one.box })} · ${one.patron}`, h("b", {}, t("dealer.most", { n: money(one.most) })))))))),
    coup && (coup.choosing.length > 0 || Object.keys(coup.chosen).length > 0) && h("section", { class: "panel choices" },
      h("h2", {}, t("dealer.choices")),
      h("ul", {}, coup.choosing.map((patron) => h("li", {}, h("span", {}, patron),
        h("span", { class: "pair-of" },
          h("button", { type: "button", onclick: () => send("choose", { patron, option: "continue" }) }, t("choice.continue")),
          h("button", { type: "button", onclick: () => send("choose", { patron, option: "return" }) }, t("choice.return"))))),
      Object.entries(coup.chosen).map(([patron, option]) => h("li", {}, h("span", {}, patron), h("b", {}, t(`choice.${option}`)))))),
    view.pending && h("section", { class: "panel pending" }, h("h2", {}, t(`what.${view.pending.what}`)),
      h("p", {}, view.pending.cite && cite(view.pending.cite), " ", says(page.dealer.reports.find((one) => one.what === view.pending.what)?.says)),
      view.pending.cards.length > 0 && h("div", { class: "cards small-cards" }, view.pending.cards.map((face) => h("punto-card", { face })))),
    h("section", { class: "panel tools" },
      may("report") && h("button", { type: "button", onclick: () => reportForm(page) }, t("dealer.report"), " ", h("kbd", {}, "R")),
      may("place_bet") && h("button", { type: "button", disabled: view.phase !== "betting", onclick: () => betForm(page) }, t("dealer.put"), " ", h("kbd", {}, "B")),
      may("close_shoe") && view.phase === "ready" && step.command !== "close_shoe" && h("button", { type: "button", onclick: closeShoe }, t("dealer.close_shoe")),
      h("a", { class: "button", href: `/board/${encodeURIComponent(view.table)}` }, t("dealer.board"), " ↗")),
    h("details", { class: "keys-help small quiet-text" }, h("summary", {}, t("dealer.keys")),
      h("dl", {}, [[t("dealer.key"), "step"], ["9 d ↵", "card"], ["R", "report"], ["B", "bet"], ["Y", "consent"], ["W", "waive"], ["N", "decline"]].map(([key, name]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, t(`dealer.keys.${name}`))]))));
}

function closeShoe() {
  if (confirm(t("dealer.confirm.close"))) send("close_shoe");
}

/** Take the step that stands there, once. */
function take() {
  const step = page.step;
  if (step.id === "pay") {
    page.paid = page.view.coup.number;
    sessionStorage.setItem(`punto.paid.${page.view.table}`, String(page.paid));
    return draw();
  }
  if (step.reads) return entry.take("Enter");
  if (step.command) return send(step.command, step.fields, page.view.version);
}

/** Send a command; true if it was carried out. */
async function send(name, fields = {}, seen = undefined) {
  if (page.busy) return false;
  page.busy = true;
  parts.step.setAttribute("aria-busy", "true");
  try {
    await command(page.view.table, name, fields, seen);
    return true;
  } catch (error) {
    sayRefused(error);
    return false;
  } finally {
    page.busy = false;
    parts.step.removeAttribute("aria-busy");
  }
}

entry.addEventListener("typed", () => page.step?.reads && drawEntry());
entry.addEventListener("card", async ({ detail: card }) => {
  const { reads } = page.step;
  entry.clear();
  page.sent = page.place;
  if (await send(reads, { card }, page.view.version)) say(cardName(card), { seconds: 2 });
  else page.sent = null;
});

document.addEventListener("keydown", (event) => {
  if (!page.step || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target.closest("input, select, textarea, a, button:not(.step), summary")) return;
  const key = event.key;
  if (page.step.reads && key !== " " && entry.take(key)) return event.preventDefault();
  if (key === " " || key === "Enter") {
    event.preventDefault();
    if (!event.repeat && !parts.step.disabled) take();
  } else if (key.toLowerCase() === "r" && page.me.commands.includes("report")) {
    event.preventDefault();
    reportForm(page);
  } else if (key.toLowerCase() === "b" && page.view.phase === "betting") {
    event.preventDefault();
    betForm(page);
  } else if (page.requests[0] && page.me.commands.includes("squeeze") && keysOf(page.requests[0]).includes(key.toUpperCase())) {
    event.preventDefault();
    if (!event.repeat) answer(page.requests[0], key.toUpperCase() === "N");
  }
});

start();
