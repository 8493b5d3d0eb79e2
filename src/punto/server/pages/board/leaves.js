// What stands beside the roads, put on leaves that are shown one after the other where there is no room for all of it.
// Nothing here draws.

/** How long a leaf is shown. */
export const LEAF_MS = 12_000;

/**
 * Which parts stand together on a leaf: as many, in their order, as the room is high for. One that is higher than the
 * room has a leaf of its own.
 * @param {number[]} heights @param {number} room @param {number} gap @returns {number[][]}
 */
export function leavesOf(heights, room, gap) {
  /** @type {number[][]} */
  const leaves = [];
  let left = -1;
  heights.forEach((height, part) => {
    if (leaves.length && height + gap <= left) {
      leaves[leaves.length - 1].push(part);
      left -= height + gap;
    } else {
      leaves.push([part]);
      left = room - height;
    }
  });
  return leaves;
}

/** The leaf after this one. @param {number} leaf @param {number} leaves */
export const nextLeaf = (leaf, leaves) => (leaf + 1) % Math.max(1, leaves);
