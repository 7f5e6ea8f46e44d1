import type { Batch, Datastore } from 'interface-datastore'
import { Key } from 'interface-datastore'
import { CID } from 'multiformats/cid'
import { ifFound } from '../async/if-found.ts'

/** Where the root is kept (Kubo `core/node/core.go`, `FilesRootDatastoreKey`): the bytes of its CID. */
export const ROOT_KEY = new Key('/local/filesroot')

const EARLIER_KEY = new Key('/local/filesroot-earlier')

/** Roots of so many changes ago are forgotten. */
const MAX_AGE = 256

/** A root that another has replaced; they are counted. */
interface Earlier {
  n: number
  cid: string
}

/** The root that was published last, and some of those before. Written by its one instance alone. */
export class RootRecord {
  readonly #datastore: Datastore
  /** as they are kept; undefined where that has to be looked up */
  #earlier: Earlier[] | undefined

  constructor (datastore: Datastore) {
    this.#datastore = datastore
  }

  /** undefined in a new repo */
  async current (): Promise<CID | undefined> {
    const bytes = await ifFound(() => this.#datastore.get(ROOT_KEY))
    return bytes == null ? undefined : CID.decode(bytes)
  }

  /** The newest first: the last few, and of older ones the fewer the older. Their blocks need not be here any more. */
  async earlier (): Promise<CID[]> {
    return (await this.#readEarlier()).map(({ cid }) => CID.parse(cid)).reverse()
  }

  /**
   * Resolves when the root is durable: a batch is, a plain `put` may not be. All its blocks have to be before.
   *
   * @param root - undefined for none, as in a new repo
   * @param replaced - the root until now, which is an earlier one then
   * @param along - adds more rows to the batch
   */
  async write (root: CID | undefined, replaced: CID | undefined, along: (batch: Batch) => void = () => {}): Promise<void> {
    const before = await this.#readEarlier()
    const earlier = replaced == null || root?.equals(replaced) === true ? before : withOneMore(before, replaced)
    const batch = this.#datastore.batch()

    if (root == null) {
      batch.delete(ROOT_KEY)
    } else {
      batch.put(ROOT_KEY, root.bytes)
    }

    if (earlier !== before) {
      batch.put(EARLIER_KEY, new TextEncoder().encode(JSON.stringify(earlier)))
    }

    along(batch)
    this.#earlier = undefined // a disk that fails in the middle may have kept it
    await batch.commit()
    this.#earlier = earlier
  }

  async #readEarlier (): Promise<Earlier[]> {
    if (this.#earlier == null) {
      const bytes = await ifFound(() => this.#datastore.get(EARLIER_KEY))
      this.#earlier = bytes == null ? [] : JSON.parse(new TextDecoder().decode(bytes)) as Earlier[]
    }

    return this.#earlier
  }
}

/** Twice as old, half as many. */
function withOneMore (earlier: Earlier[], cid: CID): Earlier[] {
  const newest = (earlier.at(-1)?.n ?? 0) + 1

  return [...earlier, { n: newest, cid: cid.toString() }].filter(({ n }) => {
    const age = newest - n
    return age < MAX_AGE && n % 2 ** Math.max(0, Math.floor(Math.log2(age + 1)) - 1) === 0
  })
}
