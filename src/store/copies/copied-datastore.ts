import type { Batch, Key, KeyQuery, Query } from 'interface-datastore'
import { ifFound } from '../../async/promises/if-found.ts'
import type { StoreOptions } from '../blockstore/blockstore.ts'
import type { ClosableDatastore } from '../datastore/open-datastore.ts'
import { PrefixDatastore } from '../datastore/prefix-datastore.ts'
import type { CopiedRow } from './copy-record.ts'
import type { CopyFiles } from './datastore-copy.ts'
import { DatastoreCopy } from './datastore-copy.ts'
import { encodeChange, LAST_CHANGE, readLastChange } from './last-change.ts'

/** The size of a page of a base copy in bytes. */
const PAGE_BYTES = 256 * 1024

type Step = { key: Key; value: Uint8Array | undefined }

/**
 * A datastore that stores its most important rows a second time, as a copy in files. A change is acknowledged when both
 * have it, or when the copy cannot be written. In that case the copy is rebuilt later.
 */
export class CopiedDatastore extends PrefixDatastore {
  readonly #rows: ClosableDatastore
  readonly #files: CopyFiles
  readonly #prefixes: readonly string[]
  readonly #underWay = new Set<Promise<unknown>>()
  #opening: Promise<DatastoreCopy | undefined> | undefined
  #copy: DatastoreCopy | undefined
  /** The number of the last change that was begun. */
  #last = 0
  /** The row with the last change number (`LAST_CHANGE`) is out of date. */
  #unnoted = false
  #stale = false
  #tidying: Promise<void> | undefined
  #closed = false

  /**
   * Creates the datastore.
   *
   * @param prefixes - the key prefixes of copied rows; other rows are not copied
   */
  constructor (rows: ClosableDatastore, files: CopyFiles, prefixes: readonly string[]) {
    super()
    this.#rows = rows
    this.#files = files
    this.#prefixes = prefixes
  }

  override async put (key: Key, value: Uint8Array, options: StoreOptions = {}): Promise<Key> {
    if (this.#isCopied(key)) {
      options.signal?.throwIfAborted()
      await this.#change([{ key, value }], options)
      return key
    }

    return await this.#rows.put(key, value, options)
  }

  override async delete (key: Key, options: StoreOptions = {}): Promise<void> {
    if (this.#isCopied(key)) {
      options.signal?.throwIfAborted()
      await this.#change([{ key, value: undefined }], options)
      return
    }

    await this.#rows.delete(key, options)
  }

  override batch (): Batch {
    let steps: Step[] = []

    return {
      put: (key, value) => {
        steps.push({ key, value })
      },
      delete: (key) => {
        steps.push({ key, value: undefined })
      },
      commit: async (options = {}) => {
        options.signal?.throwIfAborted()
        const taken = steps
        steps = []
        await this.#change(taken, options)
      }
    }
  }

  override async get (key: Key, options?: StoreOptions): Promise<Uint8Array> {
    return await this.#rows.get(key, options)
  }

  override async has (key: Key, options?: StoreOptions): Promise<boolean> {
    return await this.#rows.has(key, options)
  }

  override _all ({ prefix }: Query, options?: StoreOptions): ReturnType<ClosableDatastore['query']> {
    const rows = this.#rows.query({ prefix }, options)
    return hasLast(prefix) ? withoutLastChange(rows, ({ key }) => key) : rows
  }

  override _allKeys ({ prefix }: KeyQuery, options?: StoreOptions): ReturnType<ClosableDatastore['queryKeys']> {
    const keys = this.#rows.queryKeys({ prefix }, options)
    return hasLast(prefix) ? withoutLastChange(keys, (key) => key) : keys
  }

  /**
   * Rebuilds the copy if it is out of date, ahead of the datastore, or has too many changes. If that fails, the next
   * call tries again.
   */
  async tidy (): Promise<void> {
    this.#tidying ??= this.#tidy().catch(() => {
      this.#stale = true
    }).finally(() => {
      this.#tidying = undefined
    })
    await this.#tidying
  }

  /**
   * To be called when idle. Writes the last change number if it is out of date, so that the next start after a crash
   * does not have to compare.
   */
  async rest (): Promise<void> {
    if (this.#unnoted) {
      try {
        await this.#rows.put(LAST_CHANGE, encodeChange(this.#last))
        this.#unnoted = false
      } catch {
        // The disk is full. The next start rebuilds the copy.
      }
    }

    void this.tidy()
  }

  async close (): Promise<void> {
    this.#closed = true
    await this.#tidying
    await this.#rows.close()
  }

  async #change (steps: Step[], options: StoreOptions): Promise<void> {
    const copied = steps.filter(({ key }) => this.#isCopied(key))
    const copy = copied.length === 0 ? undefined : this.#copy ?? await this.#open()
    // No `await` from here to the two writes: both must get the changes in the same order.
    const batch = this.#rows.batch()

    for (const { key, value } of steps) {
      if (value == null) {
        batch.delete(key)
      } else {
        batch.put(key, value)
      }
    }

    if (copied.length === 0) {
      await batch.commit(options)
      return
    }

    const number = ++this.#last
    // A full disk accepts a transaction with deletes alone.
    this.#unnoted = copied.every(({ value }) => value == null)

    if (!this.#unnoted) {
      batch.put(LAST_CHANGE, encodeChange(number))
    }

    const kept = copy?.append(number, copied.map(toRow)).catch(() => {
      this.#stale = true
    })
    const committed = (async () => {
      await batch.commit(options)
    })()
    this.#underWay.add(committed)

    try {
      await committed
    } catch (err) {
      // The copy contains a change that the datastore does not.
      this.#stale = true
      await this.#takeBack(copied).catch(() => {})
      throw err
    } finally {
      this.#underWay.delete(committed)
      await kept
    }

    if (copy?.isOutgrown === true) {
      void this.tidy()
    }
  }

  /** Writes the current rows of a failed change to the copy. */
  async #takeBack (steps: Step[]): Promise<void> {
    const rows = await Promise.all(
      steps.map(async ({ key }) => toRow({ key, value: await ifFound(() => this.#rows.get(key)) }))
    )
    await this.#copy?.append(++this.#last, rows)
  }

  async #open (): Promise<DatastoreCopy | undefined> {
    this.#opening ??= (async () => {
      const head = await readLastChange(this.#rows)
      this.#last = Math.max(this.#last, head)

      try {
        const copy = await DatastoreCopy.open(this.#files)
        const { base, last } = copy.reaches ?? { base: 0, last: -1 }
        this.#stale = last > base ? last !== head : last < head
        this.#last = Math.max(this.#last, last)
        this.#copy = copy

        if (this.#stale) {
          void this.tidy()
        }

        return copy
      } catch {
        this.#opening = undefined // no room, or no permission: the next change tries again
        return undefined
      }
    })()

    return await this.#opening
  }

  async #tidy (): Promise<void> {
    const copy = this.#copy ?? await this.#open()

    if (copy == null || this.#closed || !(this.#stale || copy.isOutgrown)) {
      return
    }

    const number = ++this.#last
    this.#stale = false
    await Promise.allSettled(this.#underWay)
    await copy.replace(number, this.#pages())
  }

  async *#pages (): AsyncGenerator<CopiedRow[]> {
    let page: CopiedRow[] = []
    let bytes = 0

    for (const prefix of this.#prefixes) {
      for await (const { key, value } of this.#rows.query({ prefix })) {
        if (this.#closed) {
          throw new Error('closed')
        }

        page.push(toRow({ key, value }))
        bytes += key.toString().length + value.byteLength

        if (bytes >= PAGE_BYTES) {
          yield page
          page = []
          bytes = 0
        }
      }
    }

    yield page
  }

  #isCopied (key: Key): boolean {
    const name = key.toString()
    return this.#prefixes.some((prefix) => name.startsWith(prefix))
  }
}

/**
 * Whether a prefix includes the internal row `LAST_CHANGE`. Queries of other prefixes, which may have very many rows,
 * skip the filter.
 */
function hasLast (prefix = ''): boolean {
  return LAST_CHANGE.toString().startsWith(prefix)
}

async function* withoutLastChange<T> (rows: Iterable<T> | AsyncIterable<T>, keyOf: (row: T) => Key): AsyncGenerator<T> {
  for await (const row of rows) {
    if (keyOf(row).toString() !== LAST_CHANGE.toString()) {
      yield row
    }
  }
}

function toRow ({ key, value }: Step): CopiedRow {
  return { key: key.toString(), value }
}
