import type { HostedPin } from './hosted/hosted-pin.ts'
import type { PinFilter } from './read-filter.ts'

/**
 * The maximum length of a response in characters. Metadata may be long, and edge workers have 128 MB of memory. Clients
 * continue with the pins before the last one.
 */
const MAX_LENGTH = 4 * 1024 * 1024

interface Sized {
  pin: HostedPin
  length: number
}

/**
 * Returns the newest matching pins, newest first, within the limits of a response, and the number of matches. Only
 * keeps a few in memory.
 */
export async function newestOf (
  pins: AsyncIterable<HostedPin>,
  { matches, limit }: PinFilter
): Promise<{ count: number; results: HostedPin[] }> {
  let count = 0
  let length = 0
  let results: Sized[] = []

  for await (const pin of pins) {
    if (matches(pin)) {
      const sized = { pin, length: JSON.stringify(pin).length }
      count++
      length += sized.length

      if (results.push(sized) >= 2 * limit || length > 2 * MAX_LENGTH) {
        results = newestPins(results, limit)
        length = lengthOf(results)
      }
    }
  }

  return { count, results: newestPins(results, limit).map(({ pin }) => pin) }
}

/** Returns at least one pin, if there is any. */
function newestPins (pins: Sized[], limit: number): Sized[] {
  let length = 0
  // Times are in the format of `Date.toISOString`.
  const sorted = pins.sort((a, b) => a.pin.created < b.pin.created ? 1 : -1).slice(0, limit)
  const end = sorted.findIndex((pin, i) => (length += pin.length) > MAX_LENGTH && i > 0)
  return end < 0 ? sorted : sorted.slice(0, end)
}

function lengthOf (pins: readonly Sized[]): number {
  return pins.reduce((sum, { length }) => sum + length, 0)
}
