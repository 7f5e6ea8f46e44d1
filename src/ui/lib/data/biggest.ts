/** Returns the largest items, largest first. Items of unknown size are left out. */
export function biggest<T> (
  all: readonly T[],
  sizeOf: (one: T) => number | undefined,
  count: number
): Array<{ one: T; size: number }> {
  return all
    .flatMap((one) => {
      const size = sizeOf(one)
      return size == null ? [] : [{ one, size }]
    })
    .sort((a, b) => b.size - a.size)
    .slice(0, count)
}
