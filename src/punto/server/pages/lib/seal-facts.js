// What was found about a closed shoe, a fact a line: each right, wrong, or told without a verdict.

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

/** How long seats could take part, where the house had said for how long. @param {Shoe} shoe */
function timeFact({ stages }) {
  if (!stages.length) return null;
  const said = stages.map((stage) => t("seal.time.had", { had: Math.round(stage.had * 10) / 10, said: stage.said }));
  return sealFact("time", t("seal.time"), timely(stages), said.join(t("seal.time.then")));
}

/** The facts of a shoe; `seen` and `receipt` are what a page has besides. @param {Shoe} shoe @param {Verified} found @param {{seen?: Draw.Child, receipt?: Draw.Child}} [besides] */
export const sealFacts = (shoe, found, { seen, receipt } = {}) => h("dl", { class: "seal-facts" },
  sealFact("sealed", t("seal.sealed"), null, h("code", {}, shoe.commitment)),
  seen,
  sealFact("gives", t("seal.gives"), found.kept, t(found.kept ? "seal.same" : "seal.other"), !found.kept && [": ", h("code", {}, found.commitment)]),
  sealFact("whole", t("seal.whole"), found.whole, t(found.whole ? "seal.whole.yes" : "seal.whole.no", { n: (shoe.order ?? "").split(" ").length, decks: shoe.decks })),
  sealFact("mixed", t("seal.mixed"), found.mixed, mixedBy(shoe, found.mixed)),
  timeFact(shoe),
  receipt,
  shoe.cutBy && sealFact("cut", t("seal.cut"), null, t("seal.cut.at", { who: shoe.cutBy, n: shoe.cut })),
  sealFact("dealt", t("seal.dealt"), found.followed, t(found.followed ? "seal.followed" : "seal.strayed", { n: found.dealt })));

/** The order and the salt, folded away. @param {Shoe} shoe */
export const orderFold = (shoe) => h("details", {}, h("summary", {}, t("seal.order")),
  h("code", { class: "order" }, shoe.order),
  h("p", { class: "small" }, `${t("seal.salt")} `, h("code", {}, shoe.salt)));
