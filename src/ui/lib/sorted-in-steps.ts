const LONGEST_MS = 12

/**
 * Sorts very many without holding up the page: it can draw and hear its person in between. Equal ones keep their order.
 *
 * @throws the signal's reason
 */
export async function sortedInSteps<T> (list: readonly T[], compare: (a: T, b: T) => number, { signal, rest = nextTask }: { signal: AbortSignal, rest?: () => Promise<void> }): Promise<T[]> {
  let [from, to] = [[...list], new Array<T>(list.length)]
  let sinceMs = performance.now()

  for (let width = 1; width < from.length; width *= 2) {
    for (let start = 0; start < from.length; start += 2 * width) {
      merge(from, to, start, Math.min(start + width, from.length), Math.min(start + 2 * width, from.length), compare)

      if (performance.now() - sinceMs > LONGEST_MS) {
        await rest()
        signal.throwIfAborted()
        sinceMs = performance.now()
      }
    }

    [from, to] = [to, from]
  }

  return from
}

/** Both halves are in order; so is what stands at their place in the other list then. */
function merge<T> (from: readonly T[], to: T[], start: number, middle: number, end: number, compare: (a: T, b: T) => number): void {
  for (let at = start, left = start, right = middle; at < end; at++) {
    to[at] = left < middle && (right >= end || compare(from[left], from[right]) <= 0) ? from[left++] : from[right++]
  }
}

async function nextTask (): Promise<void> {
  await new Promise((resolve) => { setTimeout(resolve) })
}
