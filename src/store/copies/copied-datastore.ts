import type { Batch, Key, KeyQuery, Query } from 'interface-datastore'
import { ifFound } from '../../async/if-found.ts'
import type { StoreOptions } from '../blockstore.ts'
import type { ClosableDatastore } from '../datastore/open-datastore.ts'
import { PrefixDatastore } from '../datastore/prefix-datastore.ts'
import type { CopiedRow } from './copy-record.ts'
import { KeptCopy } from './kept-copy.ts'
import type { CopyFiles } from './copy-files.ts'
import { encodeChange, LAST_CHANGE, readLastChange } from './last-change.ts'

/** Rows of a base that lie in one file, in bytes. */
const PAGE_BYTES = 256 * 1024

type Step = { key: Key, value: Uint8Array | undefined }

/**
 * A datastore of which the rows that make a node what it is are kept a second time. A change is acknowledged when both have it, or
 * when the copy cannot be written: it is made anew later then.
 */
export class CopiedDatastore extends PrefixDatastore {
  readonly #rows: ClosableDatastore
  readonly #files: CopyFiles
  readonly #prefixes: readonly string[]
  readonly #underWay = new Set<Promise<unknown>>()
  #opening: Promise<KeptCopy | undefined> | undefined
  #copy: KeptCopy | undefined
  /** number of the last change that was begun */
  #last = 0
  /** the number that lies beside the rows is an older one */
  #unnoted = false
  #stale = false
  #tidying: Promise<void> | undefined
  #closed = false

  /** @param prefixes - of the keys that are copied; others are not */
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
      put: (key, value) => { steps.push({ key, value }) },
      delete: (key) => { steps.push({ key, value: undefined }) },
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
    return hasLast(prefix) ? others(rows, ({ key }) => key) : rows
  }

  override _allKeys ({ prefix }: KeyQuery, options?: StoreOptions): ReturnType<ClosableDatastore['queryKeys']> {
    const keys = this.#rows.queryKeys({ prefix }, options)
    return hasLast(prefix) ? others(keys, (key) => key) : keys
  }

  /** Makes the copy anew where it is behind, ahead, or outgrown. What fails is tried again by the next call. */
  async tidy (): Promise<void> {
    this.#tidying ??= this.#tidy().catch(() => { this.#stale = true }).finally(() => { this.#tidying = undefined })
    await this.#tidying
  }

  /** To be called when nothing changes: what a kill would leave to be found out by the next life is put in order. */
  async rest (): Promise<void> {
    if (this.#unnoted) {
      try {
        await this.#rows.put(LAST_CHANGE, encodeChange(this.#last))
        this.#unnoted = false
      } catch {
        // no room; the next life makes the copy anew
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
    // no wait from here to the two writes: both take the changes in the same order
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
    // a full disk takes deletes as long as nothing is put with them
    this.#unnoted = copied.every(({ value }) => value == null)

    if (!this.#unnoted) {
      batch.put(LAST_CHANGE, encodeChange(number))
    }

    const kept = copy?.append(number, copied.map(toRow)).catch(() => { this.#stale = true })
    const committed = (async () => { await batch.commit(options) })()
    this.#underWay.add(committed)

    try {
      await committed
    } catch (err) {
      // the copy has what the datastore has not
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

  /** Puts into the copy what the rows are, of a change that failed. */
  async #takeBack (steps: Step[]): Promise<void> {
    const rows = await Promise.all(steps.map(async ({ key }) => toRow({ key, value: await ifFound(() => this.#rows.get(key)) })))
    await this.#copy?.append(++this.#last, rows)
  }

  async #open (): Promise<KeptCopy | undefined> {
    this.#opening ??= (async () => {
      const head = await readLastChange(this.#rows)
      this.#last = Math.max(this.#last, head)

      try {
        const copy = await KeptCopy.open(this.#files)
        const { base, last } = copy.reaches ?? { base: 0, last: -1 }
        this.#stale = last > base ? last !== head : last < head
        this.#last = Math.max(this.#last, last)
        this.#copy = copy

        if (this.#stale) {
          void this.tidy()
        }

        return copy
      } catch {
        this.#opening = undefined // no room, or no leave: the next change tries again
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

  async * #pages (): AsyncGenerator<CopiedRow[]> {
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

/** Whether the row that is nobody else's concern is among those of a prefix. Where it is not nobody looks at each of them: there may be very many. */
function hasLast (prefix = ''): boolean {
  return LAST_CHANGE.toString().startsWith(prefix)
}

async function * others<T> (rows: Iterable<T> | AsyncIterable<T>, keyOf: (row: T) => Key): AsyncGenerator<T> {
  for await (const row of rows) {
    if (keyOf(row).toString() !== LAST_CHANGE.toString()) {
      yield row
    }
  }
}

function toRow ({ key, value }: Step): CopiedRow {
  return { key: key.toString(), value }
}
