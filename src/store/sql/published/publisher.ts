import { later } from '../../../async/timers/later.ts'
import type { BlockRows } from '../block-rows.ts'
import type { ObjectBucket } from '../object-bucket.ts'
import { SEGMENT_BYTES } from '../segment-bytes.ts'
import type { Sql } from '../sql.ts'
import { PACKED_FROM_BYTES } from '../tables.ts'
import { contentsName, MANIFEST_NAME } from './containers.ts'
import { encodeManifest } from './manifest.ts'
import { PublishedRows } from './published-rows.ts'
import type { UnwrittenRow } from './published-rows.ts'
import { makePublishedTables } from './published-tables.ts'
import { RunMerger } from './run-merger.ts'

/** The delay after a write, so that what follows it is published with it. */
const QUIET_MS = 2000

/** The delay after a failure of the bucket. */
const RETRY_MS = 30_000

/** Contents that are written concurrently. */
const WRITING = 4

/**
 * Time for which a change stays in the manifest: longer than readers keep contents (`edge/front`).
 */
const LISTED_MS = 3_900_000

export interface PublisherInit {
  sql: Sql
  blocks: BlockRows
  bucket: ObjectBucket
  /** returns the settings that readers need, as JSON */
  settings?: () => string
  /** runs work that must end although no request waits for it */
  hold?: (work: () => Promise<void>) => Promise<void>
  now?: () => number
  maxRunRecords?: number
}

/**
 * Publishes blocks: makes them readable from the bucket alone, for readers that cannot ask the database. A manifest
 * lists index runs, which map keys of blocks to containers, whose contents have the places of the blocks. See
 * docs/internals/edge-index.md.
 *
 * What is to be done is in rows, written in the transactions of the changes, so a crash forgets nothing. A row is
 * written before each object, so a crash leaks none.
 */
export class Publisher {
  readonly #sql: Sql
  readonly #blocks: BlockRows
  readonly #rows: PublishedRows
  readonly #bucket: ObjectBucket
  readonly #merger: RunMerger
  readonly #settings: () => string
  readonly #hold: NonNullable<PublisherInit['hold']>
  readonly #now: () => number
  #running: Promise<void> | undefined
  #isAsked = false
  #cancelSoon: (() => void) | undefined
  #listing: Promise<void> = Promise.resolve()
  #stopped = false

  constructor (
    {
      sql,
      blocks,
      bucket,
      settings = () => '',
      hold = async (work) => {
        await work()
      },
      now = Date.now,
      maxRunRecords
    }: PublisherInit
  ) {
    makePublishedTables(sql)
    this.#sql = sql
    this.#blocks = blocks
    this.#bucket = bucket
    this.#settings = settings
    this.#hold = hold
    this.#now = now
    this.#rows = new PublishedRows(sql, blocks)
    this.#merger = new RunMerger({ sql, rows: this.#rows, bucket, ...maxRunRecords == null ? {} : { maxRunRecords } })
  }

  /** Drops runs that a crash interrupted. To be called once, before anything is published. */
  recover (): void {
    this.#rows.dropCutRuns()
  }

  /** Schedules `run` after a delay, unless it is scheduled. */
  soon (ms = QUIET_MS): void {
    if (!this.#stopped) {
      this.#cancelSoon ??= later(() => {
        void this.run()
      }, ms)
    }
  }

  /** Starts scheduled work at once. Resolves when the running work is done, undefined if there is none. */
  rest (): Promise<void> | undefined {
    if (this.#cancelSoon != null) {
      void this.run()
    }

    return this.#running
  }

  /** Publishes everything. Never rejects. */
  async run (): Promise<void> {
    this.#cancelSoon?.()
    this.#cancelSoon = undefined

    if (!this.#stopped) {
      this.#isAsked = true
      this.#running ??= this.#hold(async () => {
        await this.#runAsked()
      }).catch(() => {}).finally(() => {
        this.#running = undefined
      })
    }

    await this.#running
  }

  /**
   * Lists removed blocks and changed settings in the manifest, so that no reader finds them afterwards. If the bucket
   * fails, tries again later. Never rejects.
   */
  async announce (): Promise<void> {
    try {
      await this.#list()
    } catch {
      this.soon(RETRY_MS)
    }
  }

  async stop (): Promise<void> {
    this.#stopped = true
    this.#cancelSoon?.()
    this.#cancelSoon = undefined
    await this.#running
  }

  async #runAsked (): Promise<void> {
    while (this.#isAsked && !this.#stopped) {
      this.#isAsked = false

      try {
        await this.#publish()
      } catch {
        this.soon(RETRY_MS)
        return
      }
    }
  }

  async #publish (): Promise<void> {
    const stopped = (): boolean => this.#stopped
    await this.#list()
    this.#rows.takeSmallApart()

    // Large blocks that fill a segment are about to be moved into one.
    while (
      !stopped() && this.#rows.bundle(this.#blocks.unpackedBytes < SEGMENT_BYTES ? Infinity : PACKED_FROM_BYTES - 1)
    ) {
      await this.#writeContents()
    }

    await this.#writeContents()

    while (!stopped() && await this.#merger.addRun()) {
      while (!stopped() && await this.#merger.mergeOnce());
    }

    await this.#merger.purge(stopped)
    this.#rows.forgetChanges(this.#now() - LISTED_MS)
    await this.#list()
    await this.#merger.deleteDropped()
  }

  /** Writes or deletes the contents of all changed containers. */
  async #writeContents (): Promise<void> {
    let rows = this.#rows.unwritten(WRITING)
    const waiting = new Set<number>()

    while (rows.length > 0 && !this.#stopped) {
      // The contents of this turn include all changes so far, whose numbers are at most this one.
      this.#rows.nextSeq()
      await Promise.all(rows.map(async (row) => {
        if (!await this.#write(row)) {
          waiting.add(row.container)
        }
      }))
      rows = this.#rows.unwritten(WRITING + waiting.size).filter(({ container }) => !waiting.has(container))
    }
  }

  /** @returns whether the container needs no further write for now */
  async #write (row: UnwrittenRow): Promise<boolean> {
    const contents = this.#rows.contents(row.container)

    if (contents === 'later') {
      return false
    }

    // The change must be durable before readers see it.
    await this.#sql.synced()

    if (contents == null) {
      await this.#bucket.delete(contentsName(row.container))
    } else {
      await this.#bucket.put(contentsName(row.container), contents)
    }

    this.#rows.written(row, contents?.byteLength ?? 0)
    return true
  }

  /** Writes a manifest if there is something new for it. One at a time, so that the last one is the newest. */
  async #list (): Promise<void> {
    const listing = this.#listing.then(async () => {
      const settings = this.#settings()

      if (!this.#rows.isDue(settings)) {
        return
      }

      const { manifest, due } = this.#rows.beginManifest(settings)
      await this.#sql.synced()

      if (manifest.runs.length === 0 && !manifest.isClosed) {
        await this.#bucket.delete(MANIFEST_NAME)
      } else {
        await this.#bucket.put(MANIFEST_NAME, encodeManifest(manifest))
      }

      this.#rows.manifestWritten(manifest, due, this.#now())
    })

    this.#listing = listing.catch(() => {})
    await listing
  }
}
