// Whether two values as the server tells them say the same.

/** @param {unknown} one @param {unknown} two @returns {boolean} */
export function isSame(one, two) {
  if (Object.is(one, two)) return true;
  if (typeof one !== "object" || typeof two !== "object" || one === null || two === null) return false;
  const [left, right] = [Object.entries(one), new Map(Object.entries(two))];
  return left.length === right.size && left.every(([name, value]) => right.has(name) && isSame(value, right.get(name)));
}
