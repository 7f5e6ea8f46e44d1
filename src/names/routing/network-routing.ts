import type { MultihashDigest } from 'multiformats/hashes/interface'
import { settledWithin } from '../../async/promises/settled-within.ts'
import { timeLimit } from '../../async/signals/time-limit.ts'
import { unlessAborted } from '../../async/signals/unless-aborted.ts'
import { isError, TIMEOUT } from '../../errors/define-error.ts'
import { checkRecord, isNewer } from '../record/check-record.ts'
import type { RecordOutcome } from './record-outcome.ts'
import { RoutingNotFoundError } from './record-outcome.ts'
import type { RecordPlace } from './record-place.ts'
import type { RecordRouting } from './record-routing.ts'
import type { RecordStore } from './record-store.ts'

/** How long the search continues after the first record, for a better one. */
const GRACE_MS = 2000

/** Timeout of publishing a record at one place. */
const PUT_MS = 60_000

export interface NetworkRoutingInit {
  records: RecordStore
  /** the routing of this machine */
  local: RecordRouting
  places: readonly RecordPlace[]
  graceMs?: number
}

/**
 * Queries this machine and all places in the network in parallel. Only signed and valid records count, and the best one
 * wins. Records are published at all places. Failures of single places are no errors (Kubo `routing`: parallel
 * routers).
 */
export function networkRouting ({ records, local, places, graceMs = GRACE_MS }: NetworkRoutingInit): RecordRouting {
  return {
    keeps: local.keeps,
    strict: local.strict,

    find: async (name, options) => {
      const here = {
        title: 'this node',
        find: async (signal: AbortSignal) => await local.find(name, { ...options, signal }).catch(ifNothing)
      }
      const there = places.flatMap(({ title, find }) =>
        find == null
          ? []
          : [{
            title,
            find: async (signal: AbortSignal, onRecord: (record: Uint8Array) => void) =>
              await find(name, { ...options, signal, onRecord })
          }]
      )
      const { record, problems } = await searchRecord(name, [here, ...there], { signal: options.signal, graceMs })

      if (record == null) {
        throw new RoutingNotFoundError([...problems].map(([place, { message: problem }]) => ({ place, problem })))
      }

      await keepIfKnown(records, name, record)
      return record
    },

    restore: async (name, record, { isUntaken, signal }) => {
      return await Promise.all(
        places.filter(({ put, hasLost }) => put != null && (isUntaken || hasLost?.(name) === true)).map(async (place) =>
          await putRecord(place, name, record, undefined, signal)
        )
      )
    },

    put: async (name, record, options) => {
      const kept = await local.put(name, record, options)
      const fault = await checkRecord(name, record).then(() => undefined, (err: Error) => err)
      return [
        ...kept,
        ...await Promise.all(
          places.filter(({ put }) => put != null).map(async (place) =>
            await putRecord(place, name, record, fault, options.signal)
          )
        )
      ]
    }
  }
}

async function putRecord (
  { title, put, isLonely }: RecordPlace,
  name: MultihashDigest,
  record: Uint8Array,
  fault: Error | undefined,
  signal: AbortSignal
): Promise<RecordOutcome> {
  const lonely = (): Pick<RecordOutcome, 'isLonely'> => isLonely?.() === true ? { isLonely: true } : {}

  if (fault != null) {
    return { place: title, ...lonely(), problem: fault.message }
  }

  try {
    const limited = timeLimit(PUT_MS, signal)
    await unlessAborted(put!(name, record, { signal: limited }), limited)
    return { place: title }
  } catch (err) {
    signal.throwIfAborted()
    return {
      place: title,
      ...lonely(),
      problem: isError(err, TIMEOUT)
        ? `did not answer within ${PUT_MS / 1000} s`
        : (err as Error).message
    }
  }
}

/**
 * Stores a better record of a known or published name, so that the next publication continues its sequence. Records of
 * other names are not stored.
 */
async function keepIfKnown (records: RecordStore, name: MultihashDigest, record: Uint8Array): Promise<void> {
  if (await records.known(name) != null || await records.published(name) != null) {
    // storing may fail (a full disk), but the found record is valid
    await records.put(name, record, () => {}).catch(() => {})
  }
}

function ifNothing (err: Error): undefined {
  if (!isError(err, RoutingNotFoundError)) {
    throw err
  }
}

/** Time limit of the search if no record arrives. */
const FIND_MS = 30_000

/** A source of records for a search. */
export interface AskedForRecord {
  title: string
  /** Resolves to undefined if there is no record. May call `onRecord` with a record before the search ends. */
  find: (signal: AbortSignal, onRecord: (record: Uint8Array) => void) => Promise<Uint8Array | undefined>
}

export interface SearchRecordOptions {
  signal: AbortSignal
  /** how long the search continues after the first record, for a better one */
  graceMs: number
}

/**
 * Returns the best record of a name that arrives in time. Queries all sources in parallel: an old record from one
 * source cannot win against a newer one, and a slow source delays the result by `graceMs` at most.
 *
 * @returns the record, if one arrived, and the errors of sources by title
 * @throws the signal's reason if it aborts before the first record
 */
export async function searchRecord (
  name: MultihashDigest,
  asked: readonly AskedForRecord[],
  { signal, graceMs }: SearchRecordOptions
): Promise<{ record: Uint8Array | undefined; problems: Map<string, Error> }> {
  const ending = new AbortController()
  const problems = new Map<string, Error>()
  let best: Uint8Array | undefined
  let found = (): void => {}
  const first = new Promise<void>((resolve) => {
    found = resolve
  })

  const take = async (record: Uint8Array): Promise<void> => {
    await checkRecord(name, record)
    best = best == null || isNewer(record, best) ? record : best
    found()
  }

  const all = Promise.all(asked.map(async ({ title, find }) => {
    try {
      const record = await find(AbortSignal.any([signal, ending.signal]), (early) => {
        void take(early).catch(() => {})
      })

      if (record != null) {
        await take(record)
      }
    } catch (err) {
      problems.set(title, err as Error)
    }
  }))

  try {
    await unlessAborted(
      Promise.race([settledWithin(all, FIND_MS), first.then(async () => await settledWithin(all, graceMs))]),
      signal
    )
  } catch (err) {
    // the request has timed out: return the best record so far
    if (best == null) {
      throw err
    }
  } finally {
    ending.abort(new DOMException('nobody waits for the record any more', 'AbortError'))
  }

  return { record: best, problems: new Map(problems) }
}
