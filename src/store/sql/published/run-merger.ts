import type { ObjectBucket } from '../object-bucket.ts'
import type { Sql } from '../sql.ts'
import { runName } from './containers.ts'
import type { Container } from './containers.ts'
import type { RunInfo } from './manifest.ts'
import type { PublishedRows } from './published-rows.ts'
import {
  cutRecords,
  decodeRecords,
  encodeRun,
  filterRecords,
  keyText,
  mergeRecords,
  recordCount,
  recordKey,
  runKey,
  splitRecords,
  tableBytes
} from './run.ts'
import type { RunRecords } from './run.ts'

/** Runs of level 0, which overlap: above this number they are merged into level 1. */
const MAX_FRESH_RUNS = 8

/** A level has this many times as many runs as the one above it. */
const FANOUT = 8

/** Records of a run at most: 3 MiB. Two of them and their merged records are in memory at once. */
export const MAX_RUN_RECORDS = 256 * 1024

/** Records that runs may have in excess of twice the blocks, before those of deleted blocks are purged. */
const PURGE_FROM_RECORDS = 1024

export interface RunMergerInit {
  sql: Sql
  rows: PublishedRows
  bucket: ObjectBucket
  maxRunRecords?: number
}

/**
 * Writes index runs and merges them (a log-structured merge tree). The order of runs has no meaning: a record only says
 * which container may have a block. Outdated and repeated records are harmless, so each step may be interrupted.
 */
export class RunMerger {
  readonly #sql: Sql
  readonly #rows: PublishedRows
  readonly #bucket: ObjectBucket
  readonly #maxRunRecords: number

  constructor ({ sql, rows, bucket, maxRunRecords = MAX_RUN_RECORDS }: RunMergerInit) {
    this.#sql = sql
    this.#rows = rows
    this.#bucket = bucket
    this.#maxRunRecords = maxRunRecords
  }

  /** Writes a run of level 0 for containers that are in no run yet; false if there are none. */
  async addRun (): Promise<boolean> {
    const { containers, records } = this.#rows.unindexed(this.#maxRunRecords / 8)

    if (containers.length === 0) {
      return false
    }

    const ids = await this.#write(splitRecords(records, this.#maxRunRecords))
    this.#rows.replaceRuns({ ids, level: 0, replaced: [], containers })
    return true
  }

  /** Merges one level into the next; false if no level has too many runs. */
  async mergeOnce (): Promise<boolean> {
    const runs = this.#rows.runs()
    const levels = Math.max(0, ...runs.map(({ level }) => level))

    for (let level = 0; level <= levels; level++) {
      const own = runs.filter((run) => run.level === level)

      if (own.length >= (level === 0 ? MAX_FRESH_RUNS : FANOUT ** level + 1)) {
        await this.#mergeDown(
          level === 0 ? own : [own.reduce((oldest, run) => run.id < oldest.id ? run : oldest)],
          runs.filter((run) => run.level === level + 1),
          level + 1
        )
        return true
      }
    }

    return false
  }

  /** Removes the records of deleted blocks from all runs, if most records are of them. */
  async purge (stopped: () => boolean): Promise<void> {
    const { records, blocks } = this.#rows.counts()

    if (blocks === 0 ? records === 0 : records <= 2 * blocks + PURGE_FROM_RECORDS) {
      return
    }

    const keys = new Map<Container, Set<string>>()
    const isLive = (container: Container, key: ReturnType<typeof recordKey>): boolean => {
      let live = keys.get(container)

      if (live == null) {
        live = new Set(this.#rows.hashes(container).map((hash) => keyText(runKey(hash))))
        keys.set(container, live)
      }

      return live.has(keyText(key))
    }

    for (const run of this.#rows.runs()) {
      if (stopped()) {
        return
      }

      keys.clear()
      const kept = filterRecords(blocks === 0 ? new Uint32Array(0) : await this.#read(run), isLive)
      const ids = await this.#write(splitRecords(kept, this.#maxRunRecords))
      this.#rows.replaceRuns({ ids, level: run.level, replaced: [run.id] })
    }
  }

  /** Deletes the objects of replaced runs. To be called after a manifest without them was written. */
  async deleteDropped (): Promise<void> {
    for (const id of this.#rows.droppedRuns()) {
      await this.#bucket.delete(runName(id))
      this.#rows.forgetRun(id)
    }
  }

  /** Merges runs into the overlapping ones of the next level, one of those at a time. */
  async #mergeDown (sources: RunInfo[], next: RunInfo[], level: number): Promise<void> {
    const exists = new Map<Container, boolean>()
    const keeps = (container: Container): boolean => {
      const known = exists.get(container) ?? this.#rows.exists(container)
      exists.set(container, known)
      return known
    }
    let rest: RunRecords = new Uint32Array(0)

    for (const source of sources) {
      rest = mergeRecords(rest, filterRecords(await this.#read(source), keeps))
    }

    const first = sources.reduce((least, run) => run.first < least ? run.first : least, sources[0].first)
    const last = sources.reduce((most, run) => run.last > most ? run.last : most, sources[0].last)
    const targets = next.filter((run) => run.first <= last && run.last >= first)
    const ids: number[] = []

    for (const [i, target] of targets.entries()) {
      const isLast = i === targets.length - 1
      const [own, others] = isLast ? [rest, new Uint32Array(0)] : cutRecords(rest, target.last)
      rest = others
      const merged = mergeRecords(own, filterRecords(await this.#read(target), keeps))
      ids.push(...await this.#write(splitRecords(merged, this.#maxRunRecords)))
    }

    if (targets.length === 0) {
      ids.push(...await this.#write(splitRecords(rest, this.#maxRunRecords)))
    }

    this.#rows.replaceRuns({ ids, level, replaced: [...sources, ...targets].map(({ id }) => id) })
  }

  /** Writes runs, which are not live yet. A crash leaves rows of them, by which they are deleted. */
  async #write (parts: RunRecords[]): Promise<number[]> {
    const ids: number[] = []

    for (const records of parts) {
      const count = recordCount(records)
      const id = this.#rows.beginRun({
        records: count,
        first: keyText(recordKey(records, 0)),
        last: keyText(recordKey(records, count - 1))
      })
      ids.push(id)
      await this.#sql.synced()
      await this.#bucket.put(runName(id), encodeRun(records))
    }

    return ids
  }

  async #read ({ id, records }: RunInfo): Promise<RunRecords> {
    const object = await this.#bucket.get(runName(id))

    if (object == null) {
      throw new Error(`the index run ${id} is not in the bucket`)
    }

    return decodeRecords(new Uint8Array(await object.arrayBuffer()).subarray(tableBytes(records)))
  }
}
