import type { Batch } from 'interface-datastore'
import { Key } from 'interface-datastore'
import { CID } from 'multiformats/cid'
import { delay } from '../async/delay.ts'
import { ifFound } from '../async/if-found.ts'
import type { Repo } from '../repo/repo.ts'
import type { CommitOptions } from '../store/datastore/idb-datastore.ts'

/** Where the root is kept (Kubo `core/node/core.go`, `FilesRootDatastoreKey`): the bytes of its CID. */
export const ROOT_KEY = new Key('/local/filesroot')

export const EARLIER_KEY = new Key('/local/filesroot-earlier')

/** Roots of so many changes ago are forgotten. */
const MAX_AGE = 256

/** A root that another has replaced, with the number of that one. */
interface Earlier {
  n: number
  cid: string
  /** that one was written with a mark; code of before writes none */
  marked?: true
}

/** What the blockstore keeps with the blocks of a root. */
interface Mark {
  n: number
  cid: string
  /** the number that the rows were at */
  rows: number
}

/** A root, its number, which grows with each change, and those before. */
export interface Root {
  readonly cid: CID | undefined
  readonly n: number
  readonly earlier: readonly Earlier[]
}

const RELAXED: CommitOptions = { durability: 'relaxed' }

/** Changes come many together, and the rows need say the last of them alone. */
const FOLLOW_MS = 200

/**
 * The root that was published last, and some of those before. Written by its one instance alone.
 *
 * Where the blockstore keeps a mark with the blocks of a change, that decides, so that a change waits for the disk once; the rows follow
 * behind. It tells by its number which of both is the newer one: rows count that another store, or code of before, has written since.
 */
export class RootRecord {
  readonly #repo: Pick<Repo, 'datastore' | 'blockstore'>
  /** undefined where it has to be looked up: a disk that fails in the middle may have kept a change or not */
  #root: Root | undefined
  /** the number that the rows are at */
  #rows = 0
  /** what the rows are to say */
  #behind: Root | undefined
  #following: Promise<void> | undefined

  constructor (repo: Pick<Repo, 'datastore' | 'blockstore'>) {
    this.#repo = repo
  }

  /** undefined in a new repo */
  async current (): Promise<CID | undefined> {
    return (await this.#read()).cid
  }

  /** The newest first: the last few, and of older ones the fewer the older. Their blocks need not be here any more. */
  async earlier (): Promise<CID[]> {
    return (await this.#read()).earlier.map(({ cid }) => CID.parse(cid)).reverse()
  }

  /**
   * A root to be written, by `write` or as a mark. What counts is looked up from now on until one of both has come to its end.
   *
   * @param cid - undefined for none, as in a new repo
   * @param replaced - the root until now, which is an earlier one then
   */
  async next (cid: CID | undefined, replaced: CID | undefined): Promise<Root> {
    const root = await this.#read()
    this.#root = undefined
    return replaced != null && cid?.equals(replaced) === true ? { ...root, cid } : { cid, ...oneMore(root, replaced, root.n + 1) }
  }

  /** What the blockstore is to keep with the blocks of a root. */
  markOf ({ n, cid }: Root): string {
    return JSON.stringify({ n, cid: String(cid), rows: this.#rows } satisfies Mark)
  }

  /** The mark of a root is written. The rows follow; what becomes of them does not matter, and nobody has to wait. */
  marked (root: Root): void {
    if (this.#root !== root) {
      this.#root = this.#behind = root
      this.#following ??= this.#follow().finally(() => { this.#following = undefined })
    }
  }

  /**
   * Resolves when the root is durable: a batch is, a plain `put` may not be. All its blocks have to be before.
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

  async #put ({ cid, n, earlier }: Root, along: (batch: Batch) => void = () => {}, options?: CommitOptions): Promise<void> {
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
    const [bytes, list, mark] = await Promise.all([ifFound(() => datastore.get(ROOT_KEY)), ifFound(() => datastore.get(EARLIER_KEY)), blockstore.mark?.()])
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

/** Twice as old, half as many. */
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
