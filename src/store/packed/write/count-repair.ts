import type { Database } from '../../database/database.ts'
import { recordKey, result, results } from '../../database/database.ts'
import { unpackEntries } from '../segments/packed-lists.ts'
import { readCounters, writeCounters } from '../schema/counters.ts'
import { BARRIER, BLOCKS, CONTENTS, META, PAGES, SEGMENTS, SPARSE, SPARSE_BELOW, USAGE } from '../schema/schema.ts'
import type { BlockRecord } from '../schema/schema.ts'
import { dropSegment } from './remove-blocks.ts'

/** Records that are read at once; some hold their bytes. */
const COUNT_BATCH = 256

interface Counts {
  blocks: number
  bytes: number
}

/**
 * Puts right what blocks were removed from without room to say so (`Remover`): the counters, and the usage of segments. A repo
 * whose counts are off has no barrier row, so that a kill loses nothing of this.
 */
export class CountRepair {
  readonly #database: Database
  readonly #after: <T>(job: () => Promise<T>) => Promise<T>
  #off: boolean
  /** of each time that they come to be off */
  #epoch = 0
  /** what is to be added to the counters that are kept, where there was no room for better ones */
  #missing: Counts = { blocks: 0, bytes: 0 }
  #running?: Promise<void>

  /**
   * @param after - runs a write transaction in line with all others
   * @param off - whether the counts that are kept are wrong
   */
  constructor (database: Database, after: <T>(job: () => Promise<T>) => Promise<T>, off: boolean) {
    this.#database = database
    this.#after = after
    this.#off = off
  }

  /** Whether there is something to put right. */
  get due (): boolean {
    return this.#off
  }

  /** The counts are wrong from now on. */
  countsOff (): void {
    this.#off = true
    this.#epoch++
  }

  /** What to add to the counters that are kept, as of the last `run`. */
  get missing (): Counts {
    return this.#missing
  }

  /** Counts again, and keeps it where there is room. Never rejects because there is none. A call while one is under way waits for that one. */
  run (): Promise<void> {
    this.#running ??= this.#run().finally(() => { this.#running = undefined })
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
        if ((err as Error).name === 'QuotaExceededError') {
          return
        }

        throw err
      }

      this.#missing = { blocks: 0, bytes: 0 }
      this.#off = epoch !== this.#epoch
    }
  }

  /** How far the counters are off, in one view of the database: writers wait, readers do not. */
  async #count (): Promise<Counts> {
    const tx = this.#database.read([BLOCKS, META])
    const index = tx.objectStore(BLOCKS)
    const { blocks, bytes } = await readCounters(tx)
    const counted = { blocks: 0, bytes: 0 }
    let range: IDBKeyRange | undefined

    while (true) {
      const [keys, records] = await Promise.all([result(index.getAllKeys(range, COUNT_BATCH)), result<BlockRecord[]>(index.getAll(range, COUNT_BATCH))])
      counted.blocks += records.length
      counted.bytes += records.reduce((sum, [, , length]) => sum + length, 0)

      if (keys.length < COUNT_BATCH) {
        return { blocks: counted.blocks - blocks, bytes: counted.bytes - bytes }
      }

      range = IDBKeyRange.lowerBound(keys.at(-1), true)
    }
  }

  /** Says of each segment of which it is not known how much of it is alive. */
  async #describe (): Promise<void> {
    const tx = this.#database.read([SEGMENTS, USAGE])
    const [segments, known] = await Promise.all([result(tx.objectStore(SEGMENTS).getAllKeys()), result(tx.objectStore(USAGE).getAllKeys())]) as [number[], number[]]
    const described = new Set(known)

    for (const segment of segments.filter((segment) => !described.has(segment))) {
      await this.#after(() => this.#database.write('describe', [BLOCKS, SEGMENTS, PAGES, CONTENTS, USAGE, SPARSE], 'relaxed', (tx) => describeSegment(tx, segment)))
    }
  }

  async #keep (): Promise<void> {
    const { blocks, bytes } = this.#missing

    await this.#after(() => this.#database.write('counts', [META], 'strict', async (tx) => {
      const counters = await readCounters(tx)
      writeCounters(tx, { ...counters, blocks: counters.blocks + blocks, bytes: counters.bytes + bytes })
      tx.objectStore(META).put(counters.nextSession, BARRIER)
    }))
  }
}

async function describeSegment (tx: IDBTransaction, segment: number): Promise<void> {
  const packed = await result<Uint8Array | undefined>(tx.objectStore(CONTENTS).get(segment))

  if (packed == null || await result(tx.objectStore(USAGE).getKey(segment)) !== undefined) {
    return // gone, or described, meanwhile
  }

  const entries = unpackEntries(packed)
  const records = await results<BlockRecord | undefined>(entries.map(({ multihash }) => tx.objectStore(BLOCKS).get(recordKey(multihash))))
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
