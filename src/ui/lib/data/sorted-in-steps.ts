import { Pauses } from '../../../client/body/page-pauses.ts'

/** Comparisons between two checks of the clock. */
const LOOK_EACH = 256

/**
 * Sorts very many items in steps (merge sort), so that the page can render and react in between. The sort is stable.
 *
 * @throws the signal's reason
 */
export async function sortedInSteps<T> (
  list: readonly T[],
  compare: (a: T, b: T) => number,
  { signal, rest }: { signal: AbortSignal; rest?: () => Promise<void> }
): Promise<T[]> {
  let [from, to] = [[...list], new Array<T>(list.length)]
  const pauses = new Pauses(rest)

  for (let width = 1; width < from.length; width *= 2) {
    for (let at = 0, left = 0, right = 0, middle = 0, end = 0; at < from.length; at++) {
      if (at === end) {
        // Both halves of the next run are sorted.
        left = at
        right = middle = Math.min(at + width, from.length)
        end = Math.min(at + 2 * width, from.length)
      }

      to[at] = left < middle && (right >= end || compare(from[left], from[right]) <= 0) ? from[left++] : from[right++]

      if (at % LOOK_EACH === 0 && pauses.due) {
        await pauses.take()
        signal.throwIfAborted()
      }
    }

    ;[from, to] = [to, from]
  }

  return from
}
