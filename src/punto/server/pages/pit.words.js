// The pit's words.

import { add } from "/assets/lib/i18n.js";

add({
  en: {
    "pit.waiting": "Waiting", "pit.nothing": "Nothing waits for a decision.", "pit.waits.for": "waits for a {rank}", "pit.choosing": "{n} choosing", "pit.excess": "Box {n}: {over} over",
    "pit.people": "{n} at the table", "pit.staked": "{n} on the layout", "pit.left": "{n} cards", "pit.off": "Out of play", "pit.automatic": "Automatic dealer", "pit.board": "Board",
    "pit.choices": "Each patron chooses", "pit.at.table": "At the table", "pit.boxes": "Box", "pit.insured": "Insured", "pit.walked": "walked away", "pit.nobody": "Nobody has bets here now.",
    "pit.excess.line": "Box {box}: Banker {banker} v Player {player}, limit {limit}", "pit.reject": "Hand back", "pit.reports": "Reported lately",
    "pit.after.decision_made": "Decided", "pit.after.ruling_made": "Ruled", "pit.after.cards_reconstructed": "Cards put in order", "pit.after.cards_set_aside": "Set aside, dealt first",
    "pit.after.cards_discarded": "Discarded", "pit.after.options_given": "Each patron may choose", "pit.after.coup_voided": "The round is void; every stake went back", "pit.after.coup_continued": "Played on",
    "pit.after.cards_condemned": "The cards must be replaced", "pit.sign": "Sign and limits", "pit.switches": "Out of play", "pit.ruling": "Ruling", "pit.closing": "Shoe and closing",
    "pit.order": "Cards in the order they are played", "pit.new_cards": "Replace the cards in use", "pit.reconstruct": "In order: go on with these cards", "pit.cannot": "They cannot be put in order",
    "pit.not.yours": "Your rank does not decide this.", "pit.ruling.what": "For what no clause covers. It is recorded with its reason and its money.", "pit.amount": "Amount (+ to the patron)",
    "pit.rule.coup": "The round", "pit.rule.continue": "goes on", "pit.rule.void": "is void", "pit.adjust": "Add an adjustment", "pit.rule": "Rule",
    "pit.no.sign": "The table is closed and shows no sign.", "pit.stake_min": "Minimum", "pit.stake_max": "Maximum", "pit.differential_max": "Differential per box", "pit.limits": "Limits are",
    "pit.enforced": "enforced: a bet beyond is refused", "pit.observed": "observed: chips are recorded as they lie", "pit.rounding": "Payouts", "pit.face_down": "Cards are dealt face down",
    "pit.notice": "Notice: no insurance is offered at this table.", "pit.no.notice": "This document gives no right to withhold insurance.", "pit.change": "Put up this sign", "pit.changed": "The new sign is up.", "pit.sign.who": "A Pit Supervisor or above changes the sign.",
    "pit.between": "The sign changes between rounds only.",
    "pit.switch.house": "The whole house", "pit.switch.table": "Table {id}", "pit.switch.this": "This table", "pit.switch.bet": "{id}, at every table", "pit.switch.bet.here": "{id}, at {table}", "pit.switch.patron": "Bets of {id}",
    "pit.switch.off": "Take out of play", "pit.switch.on": "Put back", "pit.switch.back": "put back", "pit.switch.none": "Nothing is out of play.", "pit.switch.who": "A Pit Manager or above may take something out of play.",
    "pit.switch.what": "What is out of play takes no new bets. A round in progress is played to its end.",
    "pit.close_shoe": "Close the shoe", "pit.close_table": "Close the table", "pit.open_table": "Open the table", "pit.shoe.says": "Shoe {n}, {left} cards left, commitment {commitment}…", "pit.shoe.none": "No shoe on the table.",
    "pit.limits.say": "Limits {least} to {most}.",
  },
  zh: {
    "pit.waiting": "待辦", "pit.nothing": "沒有等候裁決的事項。", "pit.waits.for": "等候{rank}", "pit.choosing": "{n} 人選擇中", "pit.excess": "{n} 號注區：超出 {over}",
    "pit.people": "在座 {n} 人", "pit.staked": "檯面 {n}", "pit.left": "餘 {n} 張", "pit.off": "已停用", "pit.automatic": "自動派牌", "pit.board": "顯示屏",
    "pit.choices": "各玩家選擇", "pit.at.table": "在座玩家", "pit.boxes": "注區", "pit.insured": "保險", "pit.walked": "已離座", "pit.nobody": "目前無人下注。",
    "pit.excess.line": "{box} 號注區：庄 {banker} 對閒 {player}，限額 {limit}", "pit.reject": "退回超額", "pit.reports": "近期報告",
    "pit.after.decision_made": "已裁決", "pit.after.ruling_made": "已裁定", "pit.after.cards_reconstructed": "已還原牌序", "pit.after.cards_set_aside": "留置，先行派出", "pit.after.cards_discarded": "棄牌",
    "pit.after.options_given": "玩家可選擇", "pit.after.coup_voided": "本局作廢，注碼全數退回", "pit.after.coup_continued": "繼續進行", "pit.after.cards_condemned": "須更換牌",
    "pit.sign": "告示與限額", "pit.switches": "停用", "pit.ruling": "裁定", "pit.closing": "牌靴與收檯", "pit.order": "牌的派出次序", "pit.new_cards": "更換使用中的牌", "pit.reconstruct": "次序無誤：以此繼續", "pit.cannot": "無法還原牌序",
    "pit.not.yours": "您的職級不可裁決此事。", "pit.ruling.what": "用於規則未有規定的情況；連同原因及金額一併記錄。", "pit.amount": "金額（正數付予玩家）", "pit.rule.coup": "本局", "pit.rule.continue": "繼續", "pit.rule.void": "作廢",
    "pit.adjust": "加入調整", "pit.rule": "裁定", "pit.no.sign": "本檯已關閉，沒有告示。", "pit.stake_min": "下限", "pit.stake_max": "上限", "pit.differential_max": "每注區差額", "pit.limits": "限額方式",
    "pit.enforced": "強制：超額不予接受", "pit.observed": "記錄：按實際注碼", "pit.rounding": "賠付", "pit.face_down": "牌面朝下派牌", "pit.notice": "告示：本檯不提供保險。", "pit.no.notice": "此規則不容許不提供保險。",
    "pit.change": "更換告示", "pit.changed": "新告示已生效。", "pit.sign.who": "由賭區主任或以上更改告示。", "pit.between": "只可在局與局之間更改告示。",
    "pit.switch.house": "全場", "pit.switch.table": "{id} 檯", "pit.switch.this": "本檯", "pit.switch.bet": "{id}（所有檯）", "pit.switch.bet.here": "{id}（{table}）", "pit.switch.patron": "{id} 的投注",
    "pit.switch.off": "停用", "pit.switch.on": "恢復", "pit.switch.back": "恢復", "pit.switch.none": "沒有停用項目。", "pit.switch.who": "由賭區經理或以上停用。", "pit.switch.what": "停用後不接受新投注；進行中的局照常完結。",
    "pit.close_shoe": "收起牌靴", "pit.close_table": "收檯", "pit.open_table": "開檯", "pit.shoe.says": "第 {n} 靴，餘 {left} 張，承諾值 {commitment}…", "pit.shoe.none": "檯上沒有牌靴。", "pit.limits.say": "限額 {least} 至 {most}。",
  },
});
