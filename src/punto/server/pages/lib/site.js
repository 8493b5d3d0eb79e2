// The site without a server: where its files are, and what is in them. All addresses follow from this module's own, so the
// site works in any folder.

const ROOT = new URL("../../", import.meta.url);

/** @typedef {{bet: string, name: Api.Name, hand: string | null, edge_pct: number}} BetEdge */
/** @typedef {Api.ShelfRow & {edges: BetEdge[]}} SiteRow */
/** @typedef {{version: string, manifest: string, made: string, pdf: boolean, rulebooks: SiteRow[]}} SiteIndex */
/** @typedef {{side: Api.Side, draws: boolean, why: string, cite: string}} DrawStep */
/** @typedef {{window: string, insures: Api.Side, player: number, banker: number, odds: string, on: string, most_stake: number | null, cite: string}} OfferStep */
/** @typedef {{outcome: "win" | "lose" | "push", odds: string | null, winnings: number, payback: number, cite: string, commission?: number, exact?: string}} BetEnd */
/** @typedef {BetEnd & {window: string, insures: Api.Side, stake: number}} InsuranceEnd */
/** @typedef {{winner: "player" | "banker" | "tie", player_points: number, banker_points: number}} CoupResult */
/** @typedef {{cards: string, player: string, banker: string, draws: DrawStep[], offers: OfferStep[], result: CoupResult, bets: Record<string, BetEnd>, insurance: InsuranceEnd[]}} CoupSteps */
/** @typedef {{stake: number, steps: CoupSteps}} WorkedCoup */
/** @typedef {{book: Api.RulebookView, sheet: Api.SheetFigures, coups: WorkedCoup[]}} BookData */

/** The address of a file of the site. @param {string} path */
export const siteAddress = (path) => new URL(path, ROOT).href;

/** A file of the site, typed by its caller. @template T @param {string} path @returns {Promise<T>} */
export async function siteFile(path) {
  const answer = await fetch(siteAddress(path));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return /** @type {T} */ (await answer.json());
}

/** @type {Promise<SiteIndex> | null} */
let index = null;

/** What the site is and which rulebooks it has. @returns {Promise<SiteIndex>} */
export const siteIndex = () => (index ??= siteFile("site.json"));

/** One rulebook of it. @param {string} id @returns {Promise<BookData>} */
export const bookData = (id) => siteFile(`data/${encodeURIComponent(id)}.json`);

/** What the page that calculates needs of it. @param {string} id @returns {Promise<Api.PricingPlan>} */
export const bookPlan = (id) => siteFile(`data/${encodeURIComponent(id)}.plan.json`);

/** The rulebook that an address ends with, as in odds.html#easy-six; the first on the shelf where it names none. @param {SiteIndex} site */
export function chosenBook(site) {
  const id = decodeURIComponent(location.hash.slice(1));
  return (site.rulebooks.find((row) => row.id === id) ?? site.rulebooks[0]).id;
}
