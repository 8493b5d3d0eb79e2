// What verification found about a closed shoe, a fact a line: right, wrong, or without a verdict.

import { h } from "./element.js";
import { t } from "./i18n.js";
import { timely } from "./shoes.js";

/** @typedef {import("./shoes.js").Shoe} Shoe */
/** @typedef {Awaited<ReturnType<typeof import("./shoes.js").verifyShoe>>} Verified */

/** @param {string} name @param {string} title @param {boolean | null} right null where there is no verdict @param {...Draw.Child} value */
export const sealFact = (name, title, right, ...value) => h("div", { class: ["seal-fact", right === null ? "open" : right ? "right" : "wrong"], key: name, data: { fact: name } },
  h("dt", {}, title), h("dd", {}, value));

/** @param {Shoe} shoe @param {boolean | null} right */
function mixedBy(shoe, right) {
  const left = shoe.seats.filter((seat) => seat.entropy === null).map((seat) => seat.patron);
  const gave = shoe.seats.filter((seat) => seat.entropy !== null).map((seat) => `${seat.box} (${seat.patron})`);
  const by = gave.length ? t("seal.mixed.by", { boxes: gave.join(", ") }) : t("seal.mixed.house");
  return [right === false ? t("seal.mixed.wrong") : by, left.length ? ` ${t("seal.mixed.without", { who: left.join(", ") })}` : ""].join("");
}

/** How long seats could take part, where the house had announced a time. @param {Shoe} shoe */
function timeFact({ stages }) {
  if (!stages.length) return null;
  const sentences = stages.map((stage) => t("seal.time.had", { had: Math.round(stage.had * 10) / 10, "said": stage.planned }));
  return sealFact("time", t("seal.time"), timely(stages), sentences.join(t("seal.time.then")));
}

/** The facts of a shoe; `ownSeal` and `receipt` are what a page has besides. @param {Shoe} shoe @param {Verified} check @param {{ownSeal?: Draw.Child, receipt?: Draw.Child}} [besides] */
export const sealFacts = (shoe, check, { ownSeal, receipt } = {}) => h("dl", { class: "seal-facts" },
  sealFact("sealed", t("seal.sealed"), null, h("code", {}, shoe.commitment)),
  ownSeal,
  sealFact("gives", t("seal.gives"), check.sealHolds, t(check.sealHolds ? "seal.same" : "seal.other"), !check.sealHolds && [": ", h("code", {}, check.commitment)]),
  sealFact("whole", t("seal.whole"), check.whole, t(check.whole ? "seal.whole.yes" : "seal.whole.no", { n: (shoe.order ?? "").split(" ").length, decks: shoe.decks })),
  sealFact("mixed", t("seal.mixed"), check.mixed, mixedBy(shoe, check.mixed)),
  timeFact(shoe),
  receipt,
  shoe.cutBy && sealFact("cut", t("seal.cut"), null, t("seal.cut.at", { who: shoe.cutBy, n: shoe.cut })),
  sealFact("dealt", t("seal.dealt"), check.followed, t(check.followed ? "seal.followed" : "seal.strayed", { n: check.dealt })));

/** The order and the salt, folded away. @param {Shoe} shoe */
export const orderFold = (shoe) => h("details", {}, h("summary", {}, t("seal.order")),
  h("code", { class: "order" }, shoe.order),
  h("p", { class: "small" }, `${t("seal.salt")} `, h("code", {}, shoe.salt)));
