// The log in Chinese: what its kinds of events are called, their fields, and the words in those. An English page shows the
// log's own words.

import { t } from "/assets/lib/i18n.js";
import { signed } from "/assets/lib/money.js";
import { oddsWords } from "/assets/lib/odds-words.js";
import { OTHER, PART } from "/assets/lib/refusals.zh.js";
import { betName } from "/assets/lib/words.js";

export const KINDS = {
  table_opened: "開檯", sign_changed: "更換告示", table_closed: "收檯", bought_in: "買入籌碼", cashed_out: "兌現籌碼",
  shoe_opened: "開新牌靴", shoe_cut: "切牌", cards_burned: "燒牌", cut_card_reached: "到達切牌", cards_condemned: "須更換牌", shoe_closed: "收起牌靴",
  bets_opened: "開放下注", bet_placed: "下注", bet_withdrawn: "取回投注", bet_rejected: "退回超額投注", limit_exceeded: "超出限額", bets_closed: "停止下注",
  card_drawn: "派牌", insurance_offered: "提供保險", insurance_taken: "投保", insurance_forgone: "放棄保險", insurance_waived: "保險因瞇牌放棄",
  squeeze_requested: "要求瞇牌", squeeze_granted: "准許瞇牌", squeeze_declined: "拒絕瞇牌", patron_left: "玩家離座",
  irregularity_reported: "報告異常", cards_set_aside: "留置的牌", cards_reconstructed: "還原牌序", cards_discarded: "棄牌", decision_made: "裁決",
  options_given: "給予選擇", option_chosen: "玩家選擇", bets_returned: "退回投注", insurance_returned: "退回保險", coup_continued: "繼續本局", coup_voided: "本局作廢",
  coup_settled: "結算", settlement_reversed: "撤銷結算", original_bet_returned: "退回原注", ruling_made: "裁定",
  disabled: "停用", enabled: "恢復",
  person_added: "新增帳戶", person_shut_out: "禁止登入", person_let_in: "恢復登入", sessions_ended: "結束所有連線", password_set: "設定密碼", role_changed: "更改職級", person_unlocked: "解除鎖定",
};

export const FIELDS = {
  adjustments: "調整", amount: "金額", aside: "曾經留置", banker: "庄", banker_points: "庄點數", because: "原因", bet: "注項", box: "注區", card: "牌", cards: "牌", cards_left: "餘牌",
  code: "事項", commitment: "承諾值", coup: "局", decided_by: "裁決者", decides: "由誰裁決", decks: "副數", insures: "投保", leads_to: "後果", left: "餘下", note: "備註", number: "靴號",
  odds: "賠率", option: "選擇", patron: "玩家", patrons: "玩家", place: "切牌處", placed_by: "經手", player: "閒", player_points: "閒點數", reason: "原因", reconstructed: "已還原牌序", returned: "收回退注",
  rounding: "零數", rulebook: "規則", seeded: "依種子洗牌", side: "牌手", stake: "注碼", stance: "位置", surplus: "餘牌留用", switch: "項目", total: "合計", unseen: "暗燒張數", what: "事項",
  window: "保險時段", winner: "勝方",
  person: "帳戶", role: "職級", was: "原職級",
};

const SQUEEZED = { player: "閒首兩張", banker: "庄首兩張", player_third: "閒補牌", banker_third: "庄補牌", banker_third_first: "庄補牌（先於閒補牌）", expose_banker_third: "閒補牌（庄補牌先亮）" };
const SWITCHED = { house: "全場", table: "檯", bet: "注項", patron: "玩家" };
const FATES = { win: "必贏", lose: "必輸", push: "必退還" };

/** The rank that something was done with. */
export const rankOf = (by) => known(`rank.${by}`, by);

const known = (key, word) => (t(key) === key ? word : t(key));
const role = (word) => known(`role.${word}`, word);
const what = (word) => known(`what.${word}`, word);

function because(reason, names) {
  const [, bet, fate] = /^(\S+) is certain to (\w+)$/.exec(reason) ?? [];
  if (bet) return `${betName(names, bet)}${FATES[fate] ?? fate}`;
  return reason === "the result stands" ? t("leads.continue") : what(reason);
}

/** How each field's value is said; those that are not here are figures, cards and names. */
const VALUES = {
  adjustments: (all) => all.map((one) => `${one.patron} ${signed(one.amount)}`).join("、"),
  bet: (id, names) => betName(names, id),
  because,
  card: (card) => SQUEEZED[card] ?? card,
  cards: (cards) => ({ virtual: "虛擬", physical: "實體" })[cards] ?? cards,
  code: (code) => PART[code] ?? OTHER,
  decided_by: rankOf, decides: rankOf, placed_by: rankOf,
  role, was: role,
  insures: t, side: t, stance: t, winner: t,
  odds: oddsWords,
  leads_to: (word) => t(`leads.${word}`),
  option: (word) => t(`choice.${word}`),
  patrons: (all) => all.join("、"),
  returned: (all) => `${all.length} 注`,
  rounding: (word) => t(`rounding.${word}`),
  switch: ({ what: kind, id, table }) => [SWITCHED[kind], id, table].filter(Boolean).join(" "),
  what,
  window: (word) => t(`window.${word}`),
};

/** A field of an event with its value; `names` are those of the bets. A warning's English sentence stands in its code already. */
export function fieldOf(key, value, names) {
  if (key === "message") return "";
  const said = value === true ? "是" : (VALUES[key]?.(value, names) ?? (typeof value === "object" ? JSON.stringify(value) : value));
  return `${FIELDS[key] ?? key} ${said}`;
}
