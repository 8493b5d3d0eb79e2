// Words of the dealer's page: steps with their hints, what is offered and chosen, keys.

import { add } from "/assets/lib/i18n.js";

add({
  en: {
    "dealer.choose": "Which table do you deal?", "dealer.by": "Dealt by itself; you may step in", "dealer.person": "Dealt by a person",
    "step.closed": "The table is closed", "step.open_shoe": "Open a shoe", "step.open_bets": "Place your bets, please", "step.close_bets": "No more bets",
    "step.stopped": "Play is stopped", "step.pay": "Pay the boxes", "step.close_shoe": "Close the shoe", "step.condemned": "Replace the cards: close the shoe",
    "step.disabled": "Taken out of play", "step.burn": "Burn: read the first card", "step.draw": "Card for {side}", "step.settle": "Settle the round",
    "step.draw_choosing": "Card for {side}", "step.settle_choosing": "Settle the round", "step.insurance": "Insurance?", "step.squeeze": "{who} squeezes",
    "hint.closed": "The pit opens it again.", "hint.open_shoe": "Fresh cards for {n} decks.", "hint.open_bets": "Round {n} begins.", "hint.close_bets": "{n} on the layout.",
    "hint.stopped": "A {rank} decides.", "hint.pay": "{side} · pay {n} in all.", "hint.close_shoe": "The last round of this shoe is over.",
    "hint.condemned": "These cards may not be used again.", "hint.disabled": "No new round until the pit puts it back.", "hint.burn": "As many cards follow it unseen as it counts.",
    "hint.draw": "", "hint.settle": "All cards are dealt.", "hint.draw_choosing": "Drawing on ends the time to choose: who says nothing goes on.",
    "hint.settle_choosing": "Settling ends the time to choose: who says nothing goes on.",
    "hint.insurance": "{offers}. The next card comes when the time is over.", "hint.squeeze": "Play goes on when the cards are turned.", "hint.read": "Rank, suit, Enter — or scan.",
    "dealer.board": "Display board", "dealer.key": "Space", "dealer.instead": "Without a burn: place your bets", "dealer.report": "Report", "dealer.put": "Put down a bet", "dealer.people": "Chips and people", "dealer.shoe": "Shoe {n}: {left} cards left",
    "dealer.cut": "Last round of the shoe", "dealer.offers": "Insurance offered", "dealer.most": "up to {n}", "dealer.insure": "Insure", "dealer.insured": "{who}: insured {n}.", "dealer.stake.of": "Insurance stake of {who}, box {n}", "dealer.choices": "Choices", "dealer.close_shoe": "Close the shoe",
    "dealer.aside": "Lies aside, dealt first", "dealer.void": "Round {n} is void: every stake goes back", "dealer.confirm.close": "Close this shoe and show its order?",
    "dealer.open.pit": "Decide in the pit", "dealer.on": "wins on a loss", "dealer.on.tie": "wins on a tie", "dealer.at": "{side} at {odds}",
    "dealer.late": "After the close: refused", "dealer.late.place": "{who} · box {box} · {bet} {n}", "dealer.late.lift": "{who} · box {box} · wanted {bet} back",
    "dealer.keys": "Keys", "dealer.keys.step": "next step", "dealer.keys.report": "report", "dealer.keys.people": "chips and people",
    "dealer.keys.bet": "put down a bet", "dealer.keys.consent": "consent to a squeeze", "dealer.keys.waive": "consent to one that waives insurance", "dealer.keys.decline": "decline it", "dealer.keys.card": "card, then Enter",
    "won.player": "Player wins {p} to {b}", "won.banker": "Banker wins {b} to {p}", "won.tie": "Tie on {p}",
  },
  zh: {
    "dealer.choose": "您派哪一檯？", "dealer.by": "自動派牌，可隨時接手", "dealer.person": "由荷官派牌",
    "step.closed": "本檯已關閉", "step.open_shoe": "開新牌靴", "step.open_bets": "請下注", "step.close_bets": "停止下注", "step.stopped": "牌局暫停", "step.pay": "賠付各注區",
    "step.close_shoe": "收起牌靴", "step.condemned": "須更換牌：收起牌靴", "step.disabled": "已停用", "step.burn": "燒牌：輸入第一張牌", "step.draw": "派牌給{side}", "step.settle": "結算本局",
    "step.draw_choosing": "派牌給{side}", "step.settle_choosing": "結算本局", "step.insurance": "買保險？", "step.squeeze": "{who} 瞇牌中",
    "hint.closed": "由賭區重新開檯。", "hint.open_shoe": "全新 {n} 副牌。", "hint.open_bets": "第 {n} 局開始。", "hint.close_bets": "檯面共 {n}。", "hint.stopped": "由{rank}裁決。",
    "hint.pay": "{side} · 共賠 {n}。", "hint.close_shoe": "本靴最後一局已完結。", "hint.condemned": "此批牌不得再用。", "hint.disabled": "賭區恢復前不開新局。", "hint.burn": "按其點數再燒掉同樣張數。",
    "hint.draw": "", "hint.settle": "牌已派完。", "hint.draw_choosing": "繼續派牌即結束選擇；未表態者繼續。", "hint.settle_choosing": "結算即結束選擇；未表態者繼續。",
    "hint.insurance": "{offers}。時間結束後派下一張牌。", "hint.squeeze": "揭牌後繼續。", "hint.read": "點數、花色、Enter，或掃描。",
    "dealer.board": "顯示屏", "dealer.key": "空白鍵", "dealer.instead": "不燒牌：請下注", "dealer.report": "報告異常", "dealer.put": "代下注", "dealer.people": "籌碼與玩家", "dealer.shoe": "第 {n} 靴：餘 {left} 張", "dealer.cut": "本靴最後一局",
    "dealer.offers": "提供保險", "dealer.most": "最多 {n}", "dealer.insure": "買保險", "dealer.insured": "{who}：已買保險 {n}。", "dealer.stake.of": "{who} 在 {n} 號注區的保險注碼", "dealer.choices": "玩家選擇", "dealer.close_shoe": "收起牌靴",
    "dealer.aside": "留置的牌，先行派出", "dealer.void": "第 {n} 局作廢：注碼全數退回", "dealer.confirm.close": "收起牌靴並公開牌序？",
    "dealer.open.pit": "到賭區裁決", "dealer.on": "輸則賠", "dealer.on.tie": "和則賠", "dealer.at": "{side} {odds}",
    "dealer.late": "停止下注後：不予接受", "dealer.late.place": "{who} · {box} 號注區 · {bet} {n}", "dealer.late.lift": "{who} · {box} 號注區 · 要求取回{bet}",
    "dealer.keys": "按鍵", "dealer.keys.step": "下一步", "dealer.keys.report": "報告異常", "dealer.keys.people": "籌碼與玩家", "dealer.keys.bet": "代下注", "dealer.keys.consent": "同意瞇牌", "dealer.keys.waive": "同意瞇牌並放棄保險", "dealer.keys.decline": "拒絕", "dealer.keys.card": "牌，再按 Enter",
    "won.player": "閒 {p} 勝庄 {b}", "won.banker": "庄 {b} 勝閒 {p}", "won.tie": "和，{p} 點",
  },
});
