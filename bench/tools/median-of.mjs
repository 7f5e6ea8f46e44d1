/**
 * Returns the middle value; NaN if there are none.
 *
 * @param {readonly number[]} values
 * @returns {number}
 */
export function medianOf (values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
}
