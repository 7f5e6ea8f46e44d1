import type { Database } from '../../database/database.ts'
import { recordKey, requestResult, requestResults } from '../../database/database.ts'
import { readCounters, writeCounters } from '../schema/counters.ts'
import { BLOCKS, CONTENTS, GROUP_MAX_BYTES, META, PAGES, SEGMENTS, SPARSE, USAGE } from '../schema/schema.ts'
import type { BlockRecord, SegmentUsage } from '../schema/schema.ts'
import type { SegmentEntry } from '../schema/segment-lists.ts'
import { extentOf, isContentAlone, offsetOf } from '../segments/extent.ts'
import type { SegmentReader } from '../segments/segment-reader.ts'
import { putSegment, segmentContent } from './put-segment.ts'
import { dropSegment } from './removal/remove-blocks.ts'

/** Sparse segments that are considered together. */
const VICTIMS_MAX = 32

export interface CompactorHost {
  /** whether the database accepts Blobs */
  blobs: boolean
  nextSegment: () => number
  /** runs a write transaction in order with all others */
  after: <T>(job: () => Promise<T>) => Promise<T>
  /** called after a segment was removed */
  dropped: (segment: number) => void
}

interface LiveBlock {
  from: number
  entry: SegmentEntry
  /** bytes of its extent */
  bytes: Uint8Array
}

/**
 * Compacts sparse segments. Each step moves the live blocks of some of them into a new segment, in one transaction with
 * their records. So a crash at any moment leaves every block where its record says, and the next run continues with the
 * stored list of sparse segments.
 */
export class Compactor {
  readonly #database: Database
  readonly #segments: SegmentReader
  readonly #host: CompactorHost
  readonly #unreadable = new Set<number>()
  #running?: Promise<void>
  #stopped = false

  constructor (database: Database, segments: SegmentReader, host: CompactorHost) {
    this.#database = database
    this.#segments = segments
    this.#host = host
  }

  /** Runs until no sparse segment is left. A concurrent call joins the running one. */
  run (): Promise<void> {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /** the current run */
  get running (): Promise<void> | undefined {
    return this.#running
  }

  async stop (): Promise<void> {
    this.#stopped = true
    await this.#running?.catch(() => {})
  }

  async #run (): Promise<void> {
    while (!this.#stopped) {
      const victims = await this.#victims()

      if (victims.length === 0) {
        return
      }

      const blocks: LiveBlock[] = []
      const readable: number[] = []

      for (const segment of victims) {
        try {
          blocks.push(...await this.#liveBlocks(segment))
          readable.push(segment)
        } catch {
          // Its blocks stay where they are, damaged; `repo verify` names them.
          this.#unreadable.add(segment)
        }
      }

      if (readable.length > 0) {
        await this.#host.after(() => this.#move(readable, blocks))
        readable.forEach(this.#host.dropped)
      }
    }
  }

  /** Selects sparse segments with few enough live bytes to fit into one new segment. */
  async #victims (): Promise<number[]> {
    const tx = this.#database.read([SPARSE, USAGE])
    const listed = await requestResult(
      tx.objectStore(SPARSE).getAllKeys(undefined, VICTIMS_MAX + this.#unreadable.size)
    ) as number[]
    const sparse = listed.filter((segment) => !this.#unreadable.has(segment))
    const usages = await requestResults<SegmentUsage | undefined>(
      sparse.map((segment) => tx.objectStore(USAGE).get(segment))
    )
    let live = 0
    return sparse.filter((_, i) =>
      i === 0 ? (live += usages[i]?.[0] ?? 0, true) : (live += usages[i]?.[0] ?? 0) <= GROUP_MAX_BYTES
    )
  }

  async #liveBlocks (segment: number): Promise<LiveBlock[]> {
    const blocks: LiveBlock[] = []

    for (const entry of await this.#segments.liveEntries(segment)) {
      const { start, end } = extentOf(entry.offset, entry.length)
      blocks.push({ from: segment, entry, bytes: await this.#segments.range(segment, start, end) })
    }

    return blocks
  }

  #move (victims: number[], blocks: LiveBlock[]): Promise<void> {
    return this.#database.write(
      'compact',
      [BLOCKS, SEGMENTS, PAGES, CONTENTS, USAGE, SPARSE, META],
      'strict',
      async (tx) => {
        const index = tx.objectStore(BLOCKS)
        const records = await requestResults<BlockRecord | undefined>(
          blocks.map(({ entry }) => index.get(recordKey(entry.multihash)))
        )
        const counters = await readCounters(tx)
        // Deleted since they were read, or deleted and put elsewhere.
        const live = blocks.filter(({ from }, i) => records[i]?.[0] === from)
        const sessions = records.filter((record, i) => record?.[0] === blocks[i].from).map((record) => record!.slice(3))
        const segment = this.#host.nextSegment()
        let end = 0

        const entries = live.map(({ entry: { multihash, offset: before, length }, bytes }, i) => {
          const offset = offsetOf(end, isContentAlone(before))
          index.put([segment, offset, length, ...sessions[i]], recordKey(multihash))
          end += bytes.byteLength
          return { multihash, offset, length }
        })

        if (entries.length > 0) {
          putSegment(tx, segment, entries, segmentContent(live.map(({ bytes }) => bytes), this.#host))
          writeCounters(tx, { ...counters, nextSegment: Math.max(counters.nextSegment, segment + 1) })
        }

        victims.forEach((victim) => {
          dropSegment(tx, victim)
        })
      }
    )
  }
}
