// Words that the staff's pages share: phases, ranks, what can go wrong, what a clause leads to, and how bets are named.

import { add, pick, t } from "./i18n.js";

add({
  en: {
    "phase.closed": "Closed", "phase.idle": "No shoe", "phase.ready": "Between rounds", "phase.betting": "Bets open",
    "phase.dealing": "Dealing", "phase.stopped": "Stopped: a decision is awaited",
    "rank.dealer": "Dealer", "rank.pit_supervisor": "Pit Supervisor", "rank.pit_manager": "Pit Manager", "rank.shift_manager": "Shift Manager",
    "rank.patron": "Patron",
    "what.foreign_card": "A card that is not of these decks", "what.shortage": "Cards are missing", "what.excess": "Cards too many",
    "what.not_shuffled": "The cards were not shuffled", "what.wrong_number_of_cards": "Wrong number of cards in a hand",
    "what.extra_card": "A card drawn too many", "what.exposed_card": "A card seen before its time", "what.wrong_area": "Cards laid in the wrong hand",
    "what.face_up": "Cards turned face up", "what.simultaneous": "Two cards came out at once", "what.interruption": "Play was interrupted",
    "what.neglected_insurance": "Insurance was not offered", "what.late_error": "An error found too late", "what.other": "Something else",
    "what.out_of_cards": "The shoe ran out", "what.uncovered": "Not covered by the document", "what.over_differential": "Beyond the differential",
    "leads.void": "The round is void.", "leads.void_unless_reconstructed": "The round is void unless the cards can be put in order.",
    "leads.conclude_if_established_else_void": "Played on if a bet is already decided, else void.",
    "leads.reconstruct": "The cards are put in order.", "leads.continue": "The result stands.", "leads.order_the_cards": "The cards are put in order and dealt.",
    "leads.no_effect": "Nothing changes.", "leads.return_original_bet": "The original bet goes back.", "leads.ruling": "The Shift Manager rules.",
    "leads.reject_excess_else_pro_rata": "The excess goes back, else all play in proportion.",
    "options.always": "Each patron may go on or have the bets back.", "options.unless_established": "Each patron may choose, unless an outcome is established.",
    "options.unless_established_and_reconstructed": "Each patron may choose, unless an outcome is established and the cards are in order.",
    "window.after_four_cards": "After four cards", "window.after_player_third_card": "After Player’s third card",
    "insurance.player": "Player insurance", "insurance.banker": "Banker insurance",
    seated: "seated", standing: "standing", "stake": "Stake", "or.above": "{rank} or above", decides: "Decides",
    "choice.continue": "Goes on", "choice.return": "Bets back", "choice.open": "Has not chosen yet",
    "rounding.down": "Rounded down to the unit", "rounding.nearest": "Rounded to the nearest unit", "rounding.refuse": "Stakes that do not divide are refused",
    "link.waiting": "Reconnecting …", "link.offline": "No connection",
    "note": "Note", "cards": "Cards", "patron": "Patron", "bet": "Bet", "limit": "Limit", none: "none", "sum": "Total", cancel: "Cancel", reason: "Reason",
  },
  zh: {
    "phase.closed": "已關閉", "phase.idle": "未有牌靴", "phase.ready": "局與局之間", "phase.betting": "接受下注", "phase.dealing": "派牌中", "phase.stopped": "暫停：等候裁決",
    "rank.dealer": "荷官", "rank.pit_supervisor": "賭區主任", "rank.pit_manager": "賭區經理", "rank.shift_manager": "值班經理", "rank.patron": "玩家",
    "what.foreign_card": "出現外來牌", "what.shortage": "牌數不足", "what.excess": "牌數過多", "what.not_shuffled": "未經洗牌", "what.wrong_number_of_cards": "一手牌張數有誤",
    "what.extra_card": "多抽一張牌", "what.exposed_card": "牌提早曝光", "what.wrong_area": "牌放錯位置", "what.face_up": "牌面朝上", "what.simultaneous": "同時抽出兩張牌",
    "what.interruption": "牌局中斷", "what.neglected_insurance": "未提供保險", "what.late_error": "過遲發現的錯誤", "what.other": "其他情況", "what.out_of_cards": "牌靴用盡",
    "what.uncovered": "規則未有規定", "what.over_differential": "超出差額限額",
    "leads.void": "本局作廢。", "leads.void_unless_reconstructed": "除非能還原牌序，否則本局作廢。", "leads.conclude_if_established_else_void": "若已有投注確定則繼續，否則作廢。",
    "leads.reconstruct": "還原牌序。", "leads.continue": "結果維持。", "leads.order_the_cards": "排定牌序後派出。", "leads.no_effect": "不作更改。",
    "leads.return_original_bet": "退回原注。", "leads.ruling": "由值班經理裁定。", "leads.reject_excess_else_pro_rata": "退回超額，否則按比例計算。",
    "options.always": "每位玩家可選擇繼續或取回注碼。", "options.unless_established": "每位玩家可選擇，除非已有結果確定。",
    "options.unless_established_and_reconstructed": "每位玩家可選擇，除非已有結果確定且牌序已還原。",
    "window.after_four_cards": "四張牌後", "window.after_player_third_card": "閒家補牌後",
    "insurance.player": "閒保險", "insurance.banker": "庄保險",
    seated: "就座", standing: "站立", "stake": "注碼", "or.above": "{rank}或以上", decides: "裁決",
    "choice.continue": "繼續", "choice.return": "取回注碼", "choice.open": "尚未選擇",
    "rounding.down": "向下取整", "rounding.nearest": "四捨五入", "rounding.refuse": "不能整除的注碼不予接受",
    "link.waiting": "重新連線中…", "link.offline": "沒有連線",
    "note": "備註", "cards": "牌", "patron": "玩家", "bet": "投注", "limit": "限額", none: "無", "sum": "合計", cancel: "取消", reason: "原因",
  },
});

export const RANKS = ["dealer", "pit_supervisor", "pit_manager", "shift_manager"];

/** Whether somebody of this role may do what takes at least that rank. */
export const mayDecide = (role, least) => RANKS.includes(role) && RANKS.indexOf(role) >= RANKS.indexOf(least);

/** A bet's name in the page's language; insurance is named by its hand. `names` maps ids to {en, zh}. */
export function betName(names, id, insures = "") {
  return insures ? t(`insurance.${insures}`) : pick(names[id]) || id;
}

/** Names of a felt's bets by id. */
export const namesOf = (felt) => Object.fromEntries((felt?.bets ?? []).map((bet) => [bet.id, bet.name]));

/** "9:04:31" of a moment, on this machine's clock. */
export const timeOf = (iso) => new Date(iso).toLocaleTimeString("en-GB");

/** The second word of the page's address: /dealer/easy-six gives easy-six. */
export const named = () => decodeURIComponent(location.pathname.split("/")[2] ?? "");
