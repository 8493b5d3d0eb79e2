// The third cards of a coup: in how many ways openings can end, and what is offered on the way. Which card ends a coup
// stands in the plan's courses.

import { sum } from "./card-counts.js";

/** @typedef {import("./openings.js").Opening} Opening */

/**
 * In how many ways coups end, all of one length, so that they can be added.
 * @typedef {object} Ends
 * @property {bigint[]} table [groups, finals]
 * @property {bigint[]} four [Player's two-card total, Banker's, outcome] of coups that go on after four cards
 * @property {bigint[]} five [Player's three-card total, Banker's two-card total, outcome] of coups in which Banker draws after Player
 * @property {bigint[]} second [Player's two-card total, Banker's, the fifth card's value, outcome] of the same
 * @property {bigint} ways all of them, those included for which the shoe has too few cards
 * @property {boolean} complete whether every coup can be finished from the cards there are
 */

/** @param {number} length */
export const nothing = (length) => /** @type {bigint[]} */ (Array(length).fill(0n));

/** In how many orders so many of these cards can lie. @param {number} cards @param {number} many */
const orders = (cards, many) => Array.from({ length: many }, (_, at) => cards - at).reduce((all, factor) => all * factor, 1);

/** Player's three-card total at a joint cell. @param {number} cell */
const playerAt = (cell) => Math.floor(cell / 10) % 10;

/** Finish every opening. @param {Api.PricingPlan} plan @param {Opening[]} lines @param {number[]} thirds values of the third cards that lie open @param {number} groups @returns {Ends} */
export function complete(plan, lines, thirds, groups) {
  const cards = lines.length > 0 ? sum(lines[0].left) : 0;
  const unknown = 2 - thirds.length;
  const deep = Math.min(unknown, cards);
  // A coup that uses fewer cards than the longest leaves others to lie as they like.
  const idle = [0, 1, 2].map((used) => (used <= deep ? orders(cards - used, deep - used) : 0));
  /** @type {Ends} */
  const ends = { table: nothing(groups * plan.finals), four: nothing(300), five: nothing(300), second: nothing(3000), ways: 0n, complete: true };
  let finished = 0n;
  for (const line of lines) {
    finished += addLine(plan, line, thirds, idle, ends);
    ends.ways += BigInt(line.ways) * BigInt(orders(cards, deep));
  }
  ends.complete = finished === ends.ways;
  return ends;
}

/** @param {bigint[]} table @param {number} at @param {bigint} ways @param {number[]} counts */
function addAll(table, at, ways, counts) {
  counts.forEach((count, place) => { if (count) table[at + place] += ways * BigInt(count); });
}

/**
 * Adds one opening's coups; gives back how many they are. What its third cards do is a small number of ways, and becomes
 * a large one when all of them are multiplied by those of the opening.
 * @param {Api.PricingPlan} plan @param {Opening} line @param {number[]} thirds @param {number[]} idle @param {Ends} ends
 */
function addLine(plan, { player, banker, left, ways, group }, thirds, idle, ends) {
  const at = player * 10 + banker;
  const course = plan.courses[at];
  const finals = Array(plan.finals).fill(0);
  const four = [0, 0, 0];
  const weight = BigInt(ways);
  const unknown = 2 - thirds.length;
  if (course.length === 1) finals[plan.final_of[course[0][0]]] = idle[0];
  for (let x = 0; x < 10 && course.length > 1; x++) {
    const first = thirds.length > 0 ? Number(x === thirds[0]) : left[x];
    const cells = course[x];
    if (!first) continue;
    if (cells.length === 1) {
      const count = first * idle[thirds.length > 0 ? 0 : 1];
      finals[plan.final_of[cells[0]]] += count;
      four[plan.outcome_of[cells[0]]] += count;
      continue;
    }
    const both = [0, 0, 0];
    for (let y = 0; y < 10; y++) {
      const second = thirds.length > 1 ? Number(y === thirds[1]) : left[y] - (thirds.length === 0 && x === y ? 1 : 0);
      const count = first * second * idle[unknown];
      finals[plan.final_of[cells[y]]] += count;
      both[plan.outcome_of[cells[y]]] += count;
    }
    both.forEach((count, outcome) => { four[outcome] += count; });
    addAll(ends.five, (playerAt(cells[0]) * 10 + banker) * 3, weight, both);
    addAll(ends.second, (at * 10 + x) * 3, weight, both);
  }
  addAll(ends.table, group * plan.finals, weight, finals);
  if (course.length > 1) addAll(ends.four, at * 3, weight, four);
  return weight * BigInt(sum(finals));
}
