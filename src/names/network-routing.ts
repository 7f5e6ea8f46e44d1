import type { MultihashDigest } from 'multiformats/hashes/interface'
import { settledWithin } from '../async/settled-within.ts'
import { unlessAborted } from '../async/unless-aborted.ts'
import type { RecordOutcome } from './record-outcome.ts'
import type { RecordPlace } from './record-place.ts'
import type { RecordRouting } from './record-routing.ts'
import type { RecordStore } from './record-store.ts'
import { checkRecord } from './record/check-record.ts'
import { isNewer } from './record/is-newer.ts'
import { RoutingNotFoundError } from './routing-not-found-error.ts'

/** When there is a record, others have so long to come with a better one. */
const GRACE_MS = 2000

/** Nobody is waited for longer, where nothing has come. */
const FIND_MS = 30_000
const PUT_MS = 60_000

export interface NetworkRoutingInit {
  records: RecordStore
  /** what this machine does by itself */
  local: RecordRouting
  places: readonly RecordPlace[]
  graceMs?: number
}

/**
 * Asks this machine and all places in the network at once; records are believed when they are signed and hold, and the best of
 * them counts (Kubo `routing`: routers side by side, whose failures are no error). A record is brought to all of them.
 */
export function networkRouting ({ records, local, places, graceMs = GRACE_MS }: NetworkRoutingInit): RecordRouting {
  return {
    keeps: local.keeps,
    strict: local.strict,

    find: async (name, options) => {
      const here = { title: 'this node', find: async (signal: AbortSignal) => await local.find(name, { ...options, signal }).catch(ifNothing) }
      const there = places.flatMap(({ title, find }) => find == null ? [] : [{ title, find: async (signal: AbortSignal) => await find(name, { signal, atOnce: options.atOnce }) }])
      const { record, outcomes } = await search(name, [here, ...there], { signal: options.signal, graceMs })

      if (record == null) {
        throw new RoutingNotFoundError(outcomes)
      }

      await keepIfKnown(records, name, record)
      return record
    },

    put: async (name, record, { signal }) => {
      const kept = await local.put(name, record, { signal })
      const fault = await checkRecord(name, record).then(() => undefined, (err: Error) => err)
      return [...kept, ...await Promise.all(places.filter(({ put }) => put != null).map(async (place) => await bring(place, name, record, fault, signal)))]
    }
  }
}

interface Asked { title: string, find: (signal: AbortSignal) => Promise<Uint8Array | undefined> }

/** The best record that comes in time, and who could not tell. @throws the signal's reason where none came before it */
async function search (name: MultihashDigest, asked: readonly Asked[], { signal, graceMs }: { signal: AbortSignal, graceMs: number }): Promise<{ record: Uint8Array | undefined, outcomes: RecordOutcome[] }> {
  const ending = new AbortController()
  const outcomes: RecordOutcome[] = []
  let best: Uint8Array | undefined
  let found = (): void => {}
  const first = new Promise<void>((resolve) => { found = resolve })

  const all = Promise.all(asked.map(async ({ title, find }) => {
    try {
      const record = await find(AbortSignal.any([signal, ending.signal]))

      if (record != null) {
        await checkRecord(name, record)
        best = best == null || isNewer(record, best) ? record : best
        found()
      }
    } catch (err) {
      outcomes.push({ place: title, problem: (err as Error).message })
    }
  }))

  try {
    await unlessAborted(Promise.race([settledWithin(all, FIND_MS), first.then(async () => await settledWithin(all, graceMs))]), signal)
  } catch (err) {
    // who asks has no more time: what is known by now counts
    if (best == null) {
      throw err
    }
  } finally {
    ending.abort(new DOMException('nobody waits for the record any more', 'AbortError'))
  }

  return { record: best, outcomes: [...outcomes] }
}

async function bring ({ title, put }: RecordPlace, name: MultihashDigest, record: Uint8Array, fault: Error | undefined, signal: AbortSignal): Promise<RecordOutcome> {
  if (fault != null) {
    return { place: title, problem: fault.message }
  }

  try {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(PUT_MS)])
    await unlessAborted(put!(name, record, { signal: limited }), limited)
    return { place: title }
  } catch (err) {
    signal.throwIfAborted()
    return { place: title, problem: (err as Error).name === 'TimeoutError' ? `did not answer within ${PUT_MS / 1000} s` : (err as Error).message }
  }
}

/** A name of which a record is kept here gets the better one, so that the next one published has a number behind it. Others are not collected. */
async function keepIfKnown (records: RecordStore, name: MultihashDigest, record: Uint8Array): Promise<void> {
  if (await records.known(name) != null || await records.published(name) != null) {
    await records.put(name, record).catch(() => {}) // a full disk; what was found is true all the same
  }
}

function ifNothing (err: Error): undefined {
  if (err.name !== 'RoutingNotFoundError') {
    throw err
  }
}
