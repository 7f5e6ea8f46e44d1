import type { MultihashDigest } from 'multiformats/hashes/interface'
import { settledWithin } from '../../async/promises/settled-within.ts'
import { unlessAborted } from '../../async/signals/unless-aborted.ts'
import { checkRecord } from '../record/check-record.ts'
import { isNewer } from '../record/is-newer.ts'

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
