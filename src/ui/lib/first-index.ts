/** The first index for which something holds that holds for all behind it too; `length` where it holds for none. */
export function firstIndex (length: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, length]

  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }

  return low
}
