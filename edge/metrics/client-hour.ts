import { addClients } from './counts.ts'
import type { EdgeCounts, Tally } from './counts.ts'

const SLOT_MS = 5 * 60_000
const SLOTS = 12

/** Numbers of clients in some minutes. */
export interface ClientSlot {
  atMs: number
  clients: Tally
  limitedClients: Tally
}

/** Adds numbers of clients to the slot of this time. Drops slots that are older than an hour. */
export function addToHour (
  slots: readonly ClientSlot[],
  counts: Pick<EdgeCounts, 'clients' | 'limitedClients'>,
  nowMs: number
): ClientSlot[] {
  const atMs = nowMs - nowMs % SLOT_MS
  const recent = slots.filter((slot) => slot.atMs > atMs - SLOTS * SLOT_MS)
  const slot = recent.find((known) => known.atMs === atMs) ?? { atMs, clients: {}, limitedClients: {} }
  addClients(slot, counts)
  return [...recent.filter((known) => known !== slot), slot]
}

/** Returns the numbers of the last hour, the most frequent clients first. */
export function sumOfHour (
  slots: readonly ClientSlot[],
  name: 'clients' | 'limitedClients',
  nowMs: number,
  max: number
): Array<[client: string, count: number]> {
  const sums = new Map<string, number>()

  for (const slot of slots.filter(({ atMs }) => atMs > nowMs - SLOTS * SLOT_MS)) {
    for (const [client, count] of Object.entries(slot[name])) {
      sums.set(client, (sums.get(client) ?? 0) + count)
    }
  }

  return [...sums].sort(([, a], [, b]) => b - a).slice(0, max)
}
