// Whether two values of the server are the same.

/** @param {unknown} first @param {unknown} second @returns {boolean} */
export function isSame(first, second) {
  if (Object.is(first, second)) return true;
  if (typeof first !== "object" || typeof second !== "object" || first === null || second === null) return false;
  const [left, right] = [Object.entries(first), new Map(Object.entries(second))];
  return left.length === right.size && left.every(([name, value]) => right.has(name) && isSame(value, right.get(name)));
}
