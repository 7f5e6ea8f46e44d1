import { Key } from 'interface-datastore'
import type { Batch, Datastore } from 'interface-datastore'
import { base32 } from 'multiformats/bases/base32'
import { CID } from 'multiformats/cid'
import { batches } from '../../async/iteration/batches.ts'
import { ifFound } from '../../async/promises/if-found.ts'
import { base32Text } from '../../cid/multibase/base32-text.ts'
import { CidFilter, FILTER_PAGE_BYTES } from '../../cid/sets/cid-filter.ts'
import { mayHaveDescendants } from '../../ipld/registry/links.ts'
import { DescendantRows } from '../walk-log/descendant-rows.ts'
import type { DescendantIndex, PinWalkLog, SavedWalk, WalkPart } from '../walk-log/pin-walk-log.ts'
import { DatastoreDescendantIndex } from './datastore-descendant-index.ts'

const HEAD = new Key('/pinned/walk/head', false)
const UNWALKED = '/pinned/walk/unwalked/'

/** Rows that are written or deleted in one batch. */
const ROW_BATCH = 512

interface Head {
  /** generation of the rows of unwalked pins; rows of earlier generations are ignored */
  generation: number
  filter: number[]
  pages: number
  /** Set if `met` contains the blocks of the filter too. */
  hasMet?: true
  /**
   * Set if, in addition, `near` covers pins that are not among the unwalked ones. Earlier versions do not know this
   * field and discard the record.
   */
  hasNear?: true
}

interface Rows {
  /** undefined deletes the head */
  head: Head | undefined
  pages: Map<number, Uint8Array>
  /** The previous head. Its pages beyond the new head are deleted. */
  before?: Head
  /** rows to delete */
  unwalked?: Key[]
}

/**
 * Stores a walk as rows of the pins' datastore: its filter in pages, and a row for each recursive pin that was added
 * since. These rows are written in the batch of their pin, and only once a filter exists. After a crash either the old
 * or the new filter exists, with all rows that it needs. Progress is saved by deleting the rows of walked pins in the
 * batch that writes the pages.
 */
export class DatastorePinWalkLog implements PinWalkLog {
  readonly descendants: DescendantIndex
  readonly rows: DescendantRows
  readonly #data: Datastore
  readonly #exclusively: (job: () => Promise<void>) => Promise<void>
  #head: Promise<Head | undefined> | undefined
  /** generation of rows that are written before the head exists */
  #beginning: number | undefined
  /** The stored filter. It records the pages that have changed since it was stored (`CidFilter.changes`). */
  #kept: CidFilter | undefined

  /** @param exclusively - runs a job while no pin changes */
  constructor (data: Datastore, exclusively: (job: () => Promise<void>) => Promise<void>) {
    this.descendants = new DatastoreDescendantIndex(data)
    this.rows = new DescendantRows(data)
    this.#data = data
    this.#exclusively = exclusively
  }

  async load (): Promise<SavedWalk | undefined> {
    const head = await this.#readHead()

    if (head == null || !isCompleteHead(head)) {
      return undefined
    }

    const filter = new CidFilter(head.filter)

    for (let number = 0; number < filter.pages; number++) {
      const page = await ifFound(() => this.#data.get(pageKey(number)))

      if (page?.byteLength !== FILTER_PAGE_BYTES) {
        return undefined
      }

      filter.restore(number, page)
    }

    this.#kept = filter
    return { filter, unwalked: this.#unwalked(head.generation) }
  }

  async isCurrent (): Promise<boolean> {
    const head = await this.#readHead()

    for await (const _ of head == null ? [] : this.#unwalkedKeys(head.generation)) {
      return false
    }

    return head != null && isCompleteHead(head)
  }

  async begin (roots: () => AsyncIterable<CID>, { signal }: { signal: AbortSignal }): Promise<void> {
    let generation = 0

    try {
      // From here on every new pin gets a row, and existing pins get theirs. The row of a pin that is removed meanwhile
      // may stay.
      await this.#exclusively(async () => {
        const before = await this.#readHead()
        generation = (before?.generation ?? 0) + 1
        await this.#write({ head: undefined, pages: new Map(), before })
        this.#beginning = generation
      })

      for await (const rootBatch of batches(roots(), ROW_BATCH)) {
        signal.throwIfAborted()
        const batch = this.#data.batch()
        rootBatch.filter((cid) => mayHaveDescendants(cid)).forEach((cid) => {
          batch.put(unwalkedKey(generation, cid), new Uint8Array(0))
        })
        await batch.commit()
      }

      await this.#exclusively(async () => {
        const { head, pages } = new CidFilter().all()
        await this.#write({ head: { generation, filter: head, pages: 0, hasNear: true }, pages })
      })
    } finally {
      this.#beginning = undefined
    }

    await this.#sweep()
  }

  async advance ({ filter, walked }: WalkPart): Promise<void> {
    await this.#exclusively(async () => {
      const before = await this.#readHead()

      if (before == null || filter !== this.#kept) {
        return
      }

      const { head, pages } = filter.changes()
      await this.#write({
        head: { generation: before.generation, filter: head, pages: filter.pages, hasNear: true },
        pages,
        before,
        unwalked: walked.map((cid) => unwalkedKey(before.generation, cid))
      })
      this.#kept = filter
      filter.saved()
    })
  }

  async save (complete: () => CidFilter | undefined): Promise<void> {
    await this.#exclusively(async () => {
      const before = await this.#readHead()
      const filter = complete()

      if (filter == null) {
        return
      }

      const { head, pages } = filter === this.#kept ? filter.changes() : filter.all()
      const next = {
        generation: (before?.generation ?? 0) + 1,
        filter: head,
        pages: filter.pages,
        hasNear: true as const
      }
      await this.#write({ head: next, pages, before })
      this.#kept = filter
      filter.saved()
    })

    await this.#sweep()
  }

  /**
   * Adds the rows that a change of a pin needs to its batch.
   *
   * @param pin - undefined if the pin is removed
   * @param pin.below - the blocks below it; undefined if unknown
   */
  async note (batch: Batch, cid: CID, pin: { below: readonly string[] | undefined } | undefined): Promise<void> {
    const { below } = pin ?? { below: [] }
    const head = await this.#readHead()
    const generation = head?.generation ?? this.#beginning

    // Queries use `near` whether or not a walk is stored.
    await (pin == null ? this.rows.delete(batch, cid) : this.rows.put(batch, cid, below ?? []))

    if (generation == null) {
      return
    }

    if (below == null || (below.length > 0 && head?.hasNear == null)) {
      batch.put(unwalkedKey(generation, cid), new Uint8Array(0))
    } else {
      batch.delete(unwalkedKey(generation, cid))
    }
  }

  /** Writes or deletes the head together with its pages. Must be called under the lock. */
  async #write ({ head, pages, before, unwalked = [] }: Rows): Promise<void> {
    const batch = this.#data.batch()
    // A memory datastore keeps the array it gets, and the filter goes on changing.
    pages.forEach((page, number) => {
      batch.put(pageKey(number), page.slice())
    })

    for (let number = head?.pages ?? 0; number < (before?.pages ?? 0); number++) {
      batch.delete(pageKey(number))
    }

    unwalked.forEach((key) => {
      batch.delete(key)
    })

    if (head == null) {
      batch.delete(HEAD)
    } else {
      batch.put(HEAD, new TextEncoder().encode(JSON.stringify(head)))
    }

    // Read again after a failure: the state of the stored rows is unknown.
    this.#head = undefined
    this.#kept = undefined
    await batch.commit()
    this.#head = Promise.resolve(head)
  }

  async #readHead (): Promise<Head | undefined> {
    this.#head ??= ifFound(() => this.#data.get(HEAD)).then(decodeHead)

    try {
      return await this.#head
    } catch (err) {
      this.#head = undefined
      throw err
    }
  }

  async *#unwalked (generation: number): AsyncGenerator<CID> {
    for await (const key of this.#unwalkedKeys(generation)) {
      yield CID.decode(base32.baseDecode(key.baseNamespace()))
    }
  }

  #unwalkedKeys (generation: number): AsyncIterable<Key> | Iterable<Key> {
    return this.#data.queryKeys({ prefix: `${UNWALKED}${generation}/` })
  }

  /** Deletes the rows of earlier generations. Rows that remain after a crash are harmless. */
  async #sweep (): Promise<void> {
    const head = await this.#readHead()
    let batch = this.#data.batch()
    let rows = 0

    for await (const key of this.#data.queryKeys({ prefix: UNWALKED })) {
      if (!key.toString().startsWith(`${UNWALKED}${head?.generation}/`)) {
        batch.delete(key)
        rows++
      }

      if (rows === ROW_BATCH) {
        await batch.commit()
        batch = this.#data.batch()
        rows = 0
      }
    }

    if (rows > 0) {
      await batch.commit()
    }
  }
}

/** Returns whether `met` covers all blocks of the filter. */
function isCompleteHead ({ hasMet, hasNear }: Head): boolean {
  return hasMet != null || hasNear != null
}

/**
 * Decodes a head.
 *
 * @returns undefined for invalid bytes; every reader must come to the same result
 */
function decodeHead (bytes: Uint8Array | undefined): Head | undefined {
  try {
    return bytes == null ? undefined : JSON.parse(new TextDecoder().decode(bytes)) as Head
  } catch {
    return undefined
  }
}

function pageKey (number: number): Key {
  return new Key(`/pinned/walk/page/${number}`, false)
}

function unwalkedKey (generation: number, cid: CID): Key {
  return new Key(`${UNWALKED}${generation}/${base32Text(cid.bytes)}`, false)
}
