import type { Batch } from 'interface-datastore'
import { Key } from 'interface-datastore'
import { CID } from 'multiformats/cid'
import { ifFound } from '../async/promises/if-found.ts'
import { delay } from '../async/timers/delay.ts'
import type { Repo } from '../repo/repo.ts'
import type { CommitOptions } from '../store/datastore/idb-datastore.ts'

/** The key of the root: the bytes of its CID (Kubo `core/node/core.go`, `FilesRootDatastoreKey`). */
export const ROOT_KEY = new Key('/local/filesroot')

export const EARLIER_KEY = new Key('/local/filesroot-earlier')

/** The age in changes at which earlier roots are dropped. */
const MAX_AGE = 256

/** An earlier root. `n` is the number of the root that replaced it. */
interface Earlier {
  n: number
  cid: string
  /** The replacing root was written with a mark. Older versions write none. */
  marked?: true
}

/** The mark that the blockstore stores with the blocks of a root. */
interface Mark {
  n: number
  cid: string
  /** The number of the root in the datastore rows at that time. */
  rows: number
}

/** A root, its number (incremented by each change), and earlier roots. */
export interface Root {
  readonly cid: CID | undefined
  readonly n: number
  readonly earlier: readonly Earlier[]
}

const RELAXED: CommitOptions = { durability: 'relaxed' }

/** The delay before the rows are updated. Changes often arrive in bursts, and only the last one matters. */
const FOLLOW_MS = 200

/**
 * The last published root, and some earlier ones. Only one instance may write it.
 *
 * If the blockstore stores a mark with the blocks of a change, the mark is authoritative, so that a change syncs only
 * once. The datastore rows are updated later. The numbers decide which is newer: the rows win if another store, or an
 * older version, wrote them after the mark.
 */
export class RootRecord {
  readonly #repo: Pick<Repo, 'datastore' | 'blockstore'>
  /** Undefined if it has to be read: after a disk error, the last change may be written or not. */
  #root: Root | undefined
  /** The number of the root in the rows. */
  #rows = 0
  /** A newer root that the rows do not have yet. */
  #behind: Root | undefined
  #following: Promise<void> | undefined

  constructor (repo: Pick<Repo, 'datastore' | 'blockstore'>) {
    this.#repo = repo
  }

  /** Returns the current root; undefined in a new repo. */
  async current (): Promise<CID | undefined> {
    return (await this.#read()).cid
  }

  /**
   * Returns earlier roots, newest first: all of the last few, and fewer the older they are. Their blocks may be
   * missing.
   */
  async earlier (): Promise<CID[]> {
    return (await this.#read()).earlier.map(({ cid }) => CID.parse(cid)).reverse()
  }

  /**
   * Returns the next root, to be written by `write` or as a mark. From now on the current root is unknown, until one of
   * both has finished.
   *
   * @param cid - undefined for none, as in a new repo
   * @param replaced - the current root, which becomes an earlier one
   */
  async next (cid: CID | undefined, replaced: CID | undefined): Promise<Root> {
    const root = await this.#read()
    this.#root = undefined
    return replaced != null && cid?.equals(replaced) === true
      ? { ...root, cid }
      : { cid, ...oneMore(root, replaced, root.n + 1) }
  }

  /** Returns the mark for the blockstore. */
  markOf ({ n, cid }: Root): string {
    return JSON.stringify({ n, cid: String(cid), rows: this.#rows } satisfies Mark)
  }

  /** Notes that the mark of a root is written. The rows follow in the background. Their failure is harmless. */
  marked (root: Root): void {
    if (this.#root !== root) {
      this.#root = this.#behind = root
      this.#following ??= this.#follow().finally(() => {
        this.#following = undefined
      })
    }
  }

  /**
   * Writes a root, as a batch, because a plain `put` may not be durable. Resolves when the root is durable. All of its
   * blocks must be durable before.
   *
   * @param along - adds more rows to the batch
   */
  async write (root: Root, along?: (batch: Batch) => void): Promise<void> {
    await this.#following
    await this.#put(root, along)
    this.#root = root
  }

  async #follow (): Promise<void> {
    while (this.#behind != null) {
      await delay(FOLLOW_MS)
      const root = this.#behind
      this.#behind = undefined
      await this.#put(root, undefined, RELAXED).catch(() => {})
    }
  }

  async #put (
    { cid, n, earlier }: Root,
    along: (batch: Batch) => void = () => {},
    options?: CommitOptions
  ): Promise<void> {
    const batch = this.#repo.datastore.batch()

    if (cid == null) {
      batch.delete(ROOT_KEY)
    } else {
      batch.put(ROOT_KEY, cid.bytes)
    }

    if (earlier.length > 0) {
      batch.put(EARLIER_KEY, new TextEncoder().encode(JSON.stringify(earlier)))
    }

    along(batch)
    await batch.commit(options)
    this.#rows = n
  }

  async #read (): Promise<Root> {
    return this.#root ??= await this.#load()
  }

  async #load (): Promise<Root> {
    const { datastore, blockstore } = this.#repo
    await this.#following
    const [bytes, list, mark] = await Promise.all([
      ifFound(() => datastore.get(ROOT_KEY)),
      ifFound(() => datastore.get(EARLIER_KEY)),
      blockstore.capabilities.mark?.mark()
    ])
    const cid = bytes == null ? undefined : CID.decode(bytes)
    const earlier = list == null ? [] : JSON.parse(new TextDecoder().decode(list)) as Earlier[]
    const rows = { cid, n: earlier.at(-1)?.n ?? 0, earlier }
    this.#rows = rows.n
    const marked = mark == null ? undefined : JSON.parse(mark) as Mark

    if (marked == null || marked.n <= rows.n || (earlier.at(-1)?.marked == null && rows.n > marked.rows)) {
      return rows
    }

    return { cid: CID.parse(marked.cid), ...oneMore(rows, cid?.toString() === marked.cid ? undefined : cid, marked.n) }
  }
}

/** Adds an earlier root, and thins out the list exponentially: twice the age, half as many roots. */
function oneMore ({ earlier }: Root, replaced: CID | undefined, newest: number): Omit<Root, 'cid'> {
  const all = replaced == null ? earlier : [...earlier, { n: newest, cid: replaced.toString(), marked: true as const }]

  return {
    n: newest,
    earlier: all.filter(({ n }) => {
      const age = newest - n
      return age < MAX_AGE && n % 2 ** Math.max(0, Math.floor(Math.log2(age + 1)) - 1) === 0
    })
  }
}
