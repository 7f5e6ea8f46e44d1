import { Key } from 'interface-datastore'
import type { Batch, Datastore } from 'interface-datastore'
import { base32 } from 'multiformats/bases/base32'
import { CID } from 'multiformats/cid'
import { base32Text } from '../cid/multibase/base32-text.ts'
import { CidFilter, FILTER_PAGE_BYTES } from '../cid/cid-filter.ts'
import type { Pin } from './pin-store.ts'
import type { SavedWalk, WalkRecord } from './walk-record.ts'

const HEAD = new Key('/pinned/walk/head', false)
const UNWALKED = '/pinned/walk/unwalked/'

/** Rows that are deleted in one step. */
const DELETE_BATCH = 512

interface Head {
  /** of the rows of unwalked pins: those of earlier ones count no more */
  generation: number
  filter: number[]
  pages: number
}

/**
 * A walk as rows of the datastore of the pins: its filter in pages, and a row for each recursive pin that came since. Such
 * rows are written with their pin in one batch, and only once there is a filter. A kill leaves the filter before or the one
 * behind a batch, each with all rows that it needs.
 */
export class DatastoreWalkRecord implements WalkRecord {
  readonly #data: Datastore
  readonly #exclusively: (job: () => Promise<void>) => Promise<void>
  #head: Promise<Head | undefined> | undefined
  /** the filter whose pages are in the datastore as far as it says */
  #kept: CidFilter | undefined

  /** @param exclusively - runs a job while no pin changes */
  constructor (data: Datastore, exclusively: (job: () => Promise<void>) => Promise<void>) {
    this.#data = data
    this.#exclusively = exclusively
  }

  async load (): Promise<SavedWalk | undefined> {
    const head = await this.#readHead()

    if (head == null) {
      return undefined
    }

    const filter = new CidFilter(head.filter)

    for (let number = 0; number < filter.pages; number++) {
      const page = await this.#get(pageKey(number))

      if (page?.byteLength !== FILTER_PAGE_BYTES) {
        return undefined
      }

      filter.restore(number, page)
    }

    this.#kept = filter
    return { filter, unwalked: this.#unwalked(head.generation) }
  }

  async save (complete: () => CidFilter | undefined): Promise<void> {
    await this.#exclusively(async () => {
      const before = await this.#readHead()
      const filter = complete()

      if (filter == null) {
        return
      }

      const { head, pages } = filter === this.#kept ? filter.changes() : filter.all()
      const next = { generation: (before?.generation ?? 0) + 1, filter: head, pages: filter.pages }
      const batch = this.#data.batch()
      // a datastore in memory keeps what it gets, and the filter goes on to change
      pages.forEach((page, number) => { batch.put(pageKey(number), page.slice()) })

      for (let number = filter.pages; number < (before?.pages ?? 0); number++) {
        batch.delete(pageKey(number))
      }

      batch.put(HEAD, new TextEncoder().encode(JSON.stringify(next)))
      // read again after a failure: who knows what of it is there
      this.#head = undefined
      this.#kept = undefined
      await batch.commit()
      this.#head = Promise.resolve(next)
      this.#kept = filter
      filter.saved()
    })

    await this.#sweep()
  }

  /** Adds to the batch of a change what has to be known of it. */
  async note (batch: Batch, cid: CID, pin: Pin | undefined): Promise<void> {
    const head = await this.#readHead()

    if (head == null) {
      return
    }

    if (pin?.mode === 'recursive') {
      batch.put(unwalkedKey(head.generation, cid), new Uint8Array(0))
    } else {
      batch.delete(unwalkedKey(head.generation, cid))
    }
  }

  async #readHead (): Promise<Head | undefined> {
    this.#head ??= this.#get(HEAD).then(decodeHead)

    try {
      return await this.#head
    } catch (err) {
      this.#head = undefined
      throw err
    }
  }

  async #get (key: Key): Promise<Uint8Array | undefined> {
    try {
      return await this.#data.get(key)
    } catch (err) {
      if ((err as Error).name === 'NotFoundError') {
        return undefined
      }

      throw err
    }
  }

  async * #unwalked (generation: number): AsyncGenerator<CID> {
    for await (const key of this.#data.queryKeys({ prefix: `${UNWALKED}${generation}/` })) {
      yield CID.decode(base32.baseDecode(key.baseNamespace()))
    }
  }

  /** Deletes the rows of earlier generations; what a kill leaves of them harms nobody. */
  async #sweep (): Promise<void> {
    const head = await this.#readHead()
    let batch = this.#data.batch()
    let rows = 0

    for await (const key of this.#data.queryKeys({ prefix: UNWALKED })) {
      if (!key.toString().startsWith(`${UNWALKED}${head?.generation}/`)) {
        batch.delete(key)
        rows++
      }

      if (rows === DELETE_BATCH) {
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

/** @returns undefined for what is none: whoever reads it has to come to the same */
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
