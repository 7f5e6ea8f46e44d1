/** Returns the first index at which a monotonic condition holds, by binary search; `length` if it holds for none. */
export function firstIndex (length: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, length]

  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) {
      high = middle
    } else {
      low = middle + 1
    }
  }

  return low
}
