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

/** When there is a record, others have so long to come with a better one. */
const GRACE_MS = 2000

/** One place has so long to take a record. */
const PUT_MS = 60_000

export interface NetworkRoutingInit {
  records: RecordStore
  /** what this machine does by itself */
  local: RecordRouting
  places: readonly RecordPlace[]
  graceMs?: number
}

/**
 * Asks this machine and all places in the network at once; records are believed when they are signed and hold, and the
 * best of them counts (Kubo `routing`: routers side by side, whose failures are no error). A record is brought to all
 * of them.
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
          await bring(place, name, record, undefined, signal)
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
            await bring(place, name, record, fault, options.signal)
          )
        )
      ]
    }
  }
}

async function bring (
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
 * A name of which a record is kept here gets the better one, so that the next one published has a number behind it.
 * Others are not collected.
 */
async function keepIfKnown (records: RecordStore, name: MultihashDigest, record: Uint8Array): Promise<void> {
  if (await records.known(name) != null || await records.published(name) != null) {
    await records.put(name, record, () => {}).catch(() => {}) // a full disk; what was found is true all the same
  }
}

function ifNothing (err: Error): undefined {
  if (!isError(err, RoutingNotFoundError)) {
    throw err
  }
}

/** Nobody is waited for longer, where nothing has come. */
const FIND_MS = 30_000

/** Somebody who may have the record of a name. */
export interface AskedForRecord {
  title: string
  /** undefined where there is none; `onRecord` is told of one before the search is over */
  find: (signal: AbortSignal, onRecord: (record: Uint8Array) => void) => Promise<Uint8Array | undefined>
}

export interface SearchRecordOptions {
  signal: AbortSignal
  /** once there is a record, the others have so long to come with a better one */
  graceMs: number
}

/**
 * The best record of a name that comes in time. All are asked at once: by the first record that is signed and holds one
 * is not led astray by somebody who keeps old ones, and nobody waits long for who is slow.
 *
 * @returns the record, where one came, and by title why others had none to give
 * @throws the signal's reason where none came before it
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
    // who asks has no more time: what is known by now counts
    if (best == null) {
      throw err
    }
  } finally {
    ending.abort(new DOMException('nobody waits for the record any more', 'AbortError'))
  }

  return { record: best, problems: new Map(problems) }
}
