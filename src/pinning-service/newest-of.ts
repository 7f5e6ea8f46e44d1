import type { HostedPin } from './hosted/hosted-pin.ts'
import type { PinFilter } from './read-filter.ts'

/** The newest pins that match, the newest first, and how many match. However many there are, few are in memory. */
export async function newestOf (pins: AsyncIterable<HostedPin>, { matches, limit }: PinFilter): Promise<{ count: number, results: HostedPin[] }> {
  let count = 0
  let results: HostedPin[] = []

  for await (const pin of pins) {
    if (matches(pin)) {
      count++

      if (results.push(pin) >= 2 * limit) {
        results = newest(results, limit)
      }
    }
  }

  return { count, results: newest(results, limit) }
}

function newest (pins: HostedPin[], limit: number): HostedPin[] {
  // times as `Date.toISOString` writes them
  return pins.sort((a, b) => a.created < b.created ? 1 : -1).slice(0, limit)
}
