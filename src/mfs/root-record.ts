import type { Batch, Datastore } from 'interface-datastore'
import { Key } from 'interface-datastore'
import { CID } from 'multiformats/cid'

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

/** The root that was published last, and some of those before. */
export class RootRecord {
  readonly #datastore: Datastore

  constructor (datastore: Datastore) {
    this.#datastore = datastore
  }

  /** undefined in a new repo */
  async current (): Promise<CID | undefined> {
    const bytes = await this.#get(ROOT_KEY)
    return bytes == null ? undefined : CID.decode(bytes)
  }

  /** The newest first: the last few, and of older ones the fewer the older. Their blocks need not be here any more. */
  async earlier (): Promise<CID[]> {
    return (await this.#earlier()).map(({ cid }) => CID.parse(cid)).reverse()
  }

  /**
   * Resolves when the root is durable: a batch is, a plain `put` may not be. All its blocks have to be before.
   *
   * @param along - adds more rows to the batch
   */
  async write (root: CID, along: (batch: Batch) => void = () => {}): Promise<void> {
    const before = await this.current()
    const batch = this.#datastore.batch()
    batch.put(ROOT_KEY, root.bytes)
    await this.#putEarlier(batch, before?.equals(root) === true ? undefined : before)
    along(batch)
    await batch.commit()
  }

  /** Back to what a new repo has; the root that was is an earlier one. */
  async remove (): Promise<void> {
    const before = await this.current()
    const batch = this.#datastore.batch()
    batch.delete(ROOT_KEY)
    await this.#putEarlier(batch, before)
    await batch.commit()
  }

  async #putEarlier (batch: Batch, cid: CID | undefined): Promise<void> {
    if (cid != null) {
      batch.put(EARLIER_KEY, new TextEncoder().encode(JSON.stringify(withOneMore(await this.#earlier(), cid))))
    }
  }

  async #earlier (): Promise<Earlier[]> {
    const bytes = await this.#get(EARLIER_KEY)
    return bytes == null ? [] : JSON.parse(new TextDecoder().decode(bytes)) as Earlier[]
  }

  async #get (key: Key): Promise<Uint8Array | undefined> {
    try {
      return await this.#datastore.get(key)
    } catch (err) {
      if ((err as Error).name === 'NotFoundError') {
        return undefined
      }

      throw err
    }
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
