// Which of several things may stay where they are when they are put into another order.

/**
 * The places in a list of numbers that form a longest increasing run: whoever moves only the others moves the fewest.
 * @param {number[]} numbers @returns {Set<number>}
 */
export function longestRun(numbers) {
  /** @type {number[]} the place of the smallest number that ends a run of each length */
  const ends = [];
  /** @type {number[]} the place before each in its run */
  const before = [];
  numbers.forEach((number, place) => {
    let length = ends.findIndex((end) => numbers[end] >= number);
    if (length < 0) length = ends.length;
    before[place] = length ? ends[length - 1] : -1;
    ends[length] = place;
  });
  const run = new Set();
  for (let place = ends.at(-1) ?? -1; place >= 0; place = before[place]) run.add(place);
  return run;
}
