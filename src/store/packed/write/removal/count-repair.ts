import { isError } from '../../../../errors/define-error.ts'
import type { Database } from '../../../database/database.ts'
import { recordKey, requestResult, requestResults } from '../../../database/database.ts'
import { QuotaExceededError } from '../../../quota/quota-exceeded-error.ts'
import { readCounters, writeCounters } from '../../schema/counters.ts'
import { BARRIER, BLOCKS, CONTENTS, META, PAGES, SEGMENTS, SPARSE, SPARSE_BELOW, USAGE } from '../../schema/schema.ts'
import type { BlockRecord } from '../../schema/schema.ts'
import { unpackEntries } from '../../schema/segment-lists.ts'
import { dropSegment } from './remove-blocks.ts'

/** Records that are read at once; some contain their bytes. */
const COUNT_BATCH = 256

interface Counts {
  blocks: number
  bytes: number
}

/**
 * Corrects the counters and segment usage after blocks were removed without room to update them (`Remover`). A repo
 * with wrong counters has no barrier row, so a crash does not lose that fact.
 */
export class CountRepair {
  readonly #database: Database
  readonly #after: <T>(job: () => Promise<T>) => Promise<T>
  #off: boolean
  /** incremented each time the counters become wrong */
  #epoch = 0
  /** difference to the stored counters, if there was no room to update them */
  #missing: Counts = { blocks: 0, bytes: 0 }
  #running?: Promise<void>

  /**
   * @param after - runs a write transaction in order with all others
   * @param off - whether the stored counters are wrong
   */
  constructor (database: Database, after: <T>(job: () => Promise<T>) => Promise<T>, off: boolean) {
    this.#database = database
    this.#after = after
    this.#off = off
  }

  /** Whether the counters have to be corrected. */
  get due (): boolean {
    return this.#off
  }

  /** Marks the counters as wrong. */
  countsOff (): void {
    this.#off = true
    this.#epoch++
  }

  /** Difference to the stored counters, as of the last `run`. */
  get missing (): Counts {
    return this.#missing
  }

  /**
   * Recounts, and stores the result if there is room. Never rejects for lack of room. A concurrent call joins the
   * running one.
   */
  run (): Promise<void> {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #run (): Promise<void> {
    while (this.#off) {
      const epoch = this.#epoch
      this.#missing = await this.#count()

      try {
        await this.#describe()
        await this.#keep()
      } catch (err) {
        if (isError(err, QuotaExceededError)) {
          return
        }

        throw err
      }

      this.#missing = { blocks: 0, bytes: 0 }
      this.#off = epoch !== this.#epoch
    }
  }

  /** Computes how far the counters are off, in one transaction: writers wait, readers do not. */
  async #count (): Promise<Counts> {
    const tx = this.#database.read([BLOCKS, META])
    const index = tx.objectStore(BLOCKS)
    const { blocks, bytes } = await readCounters(tx)
    const counted = { blocks: 0, bytes: 0 }
    let range: IDBKeyRange | undefined

    while (true) {
      const [keys, records] = await Promise.all([
        requestResult(index.getAllKeys(range, COUNT_BATCH)),
        requestResult<BlockRecord[]>(index.getAll(range, COUNT_BATCH))
      ])
      counted.blocks += records.length
      counted.bytes += records.reduce((sum, [, , length]) => sum + length, 0)

      if (keys.length < COUNT_BATCH) {
        return { blocks: counted.blocks - blocks, bytes: counted.bytes - bytes }
      }

      range = IDBKeyRange.lowerBound(keys.at(-1), true)
    }
  }

  /** Computes the usage of each segment for which it is unknown. */
  async #describe (): Promise<void> {
    const tx = this.#database.read([SEGMENTS, USAGE])
    const [segments, known] = await Promise.all([
      requestResult(tx.objectStore(SEGMENTS).getAllKeys()),
      requestResult(tx.objectStore(USAGE).getAllKeys())
    ]) as [number[], number[]]
    const described = new Set(known)

    for (const segment of segments.filter((segment) => !described.has(segment))) {
      await this.#after(() =>
        this.#database.write(
          'describe',
          [BLOCKS, SEGMENTS, PAGES, CONTENTS, USAGE, SPARSE],
          'relaxed',
          (tx) => describeSegment(tx, segment)
        )
      )
    }
  }

  async #keep (): Promise<void> {
    const { blocks, bytes } = this.#missing

    await this.#after(() =>
      this.#database.write('counts', [META], 'strict', async (tx) => {
        const counters = await readCounters(tx)
        writeCounters(tx, { ...counters, blocks: counters.blocks + blocks, bytes: counters.bytes + bytes })
        tx.objectStore(META).put(counters.nextSession, BARRIER)
      })
    )
  }
}

async function describeSegment (tx: IDBTransaction, segment: number): Promise<void> {
  const packed = await requestResult<Uint8Array | undefined>(tx.objectStore(CONTENTS).get(segment))

  if (packed == null || await requestResult(tx.objectStore(USAGE).getKey(segment)) !== undefined) {
    return // removed, or described, meanwhile
  }

  const entries = unpackEntries(packed)
  const records = await requestResults<BlockRecord | undefined>(
    entries.map(({ multihash }) => tx.objectStore(BLOCKS).get(recordKey(multihash)))
  )
  const total = entries.reduce((sum, { length }) => sum + length, 0)
  const live = entries.reduce((sum, { length }, i) => records[i]?.[0] === segment ? sum + length : sum, 0)

  if (live === 0) {
    dropSegment(tx, segment)
    return
  }

  tx.objectStore(USAGE).put([live, total], segment)

  if (live < total * SPARSE_BELOW) {
    tx.objectStore(SPARSE).put(true, segment)
  }
}
