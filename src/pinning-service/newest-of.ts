import type { HostedPin } from './hosted/hosted-pin.ts'
import type { PinFilter } from './read-filter.ts'

/** What the pins of one answer have together, in characters: their metadata may be long, and memory is 128 MB on the edge. Whoever wants more asks for what is older than the last. */
const MAX_LENGTH = 4 * 1024 * 1024

interface Sized {
  pin: HostedPin
  length: number
}

/** The newest pins that match, the newest first, as many as there is room for in an answer, and how many match. However many there are, few are in memory. */
export async function newestOf (pins: AsyncIterable<HostedPin>, { matches, limit }: PinFilter): Promise<{ count: number, results: HostedPin[] }> {
  let count = 0
  let length = 0
  let results: Sized[] = []

  for await (const pin of pins) {
    if (matches(pin)) {
      const sized = { pin, length: JSON.stringify(pin).length }
      count++
      length += sized.length

      if (results.push(sized) >= 2 * limit || length > 2 * MAX_LENGTH) {
        results = newest(results, limit)
        length = lengthOf(results)
      }
    }
  }

  return { count, results: newest(results, limit).map(({ pin }) => pin) }
}

/** One at least, where there is one. */
function newest (pins: Sized[], limit: number): Sized[] {
  let length = 0
  // times as `Date.toISOString` writes them
  const sorted = pins.sort((a, b) => a.pin.created < b.pin.created ? 1 : -1).slice(0, limit)
  const end = sorted.findIndex((pin, i) => (length += pin.length) > MAX_LENGTH && i > 0)
  return end < 0 ? sorted : sorted.slice(0, end)
}

function lengthOf (pins: readonly Sized[]): number {
  return pins.reduce((sum, { length }) => sum + length, 0)
}
