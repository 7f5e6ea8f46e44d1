import type { Datastore } from 'interface-datastore'
import { Key } from 'interface-datastore'
import { base32 } from 'multiformats/bases/base32'
import type { BlockstoreStat } from '../blockstore.ts'
import { CommitLog } from '../commit-log.ts'
import { multihashFromKey, multihashKey } from '../../cid/multihash-key.ts'

const COUNTERS = new Key('/block-store/counters')
const JOURNAL = '/block-store/journal'

/** What the `idb` store keeps beside its blocks: counters, and which blocks hang on open sessions. */
export class IdbJournal {
  readonly #datastore: Datastore
  /** in the same datastore, so that a session and its rows are forgotten in one step */
  readonly commitLog: CommitLog

  constructor (datastore: Datastore) {
    this.#datastore = datastore
    this.commitLog = new CommitLog(datastore)
  }

  /** The counters as of the last clean moment; `undefined` when a kill came after it, or there was none. */
  async counters (): Promise<BlockstoreStat | undefined> {
    if (!await this.#datastore.has(COUNTERS)) {
      return undefined
    }

    const text = new TextDecoder().decode(await this.#datastore.get(COUNTERS))
    return JSON.parse(text) as BlockstoreStat | null ?? undefined // null: an older version's word for none
  }

  /** To be called before they change: the two databases have no transaction in common. A delete, which a full disk takes. */
  async forgetCounters (): Promise<void> {
    await this.#datastore.delete(COUNTERS)
  }

  async setCounters (stat: BlockstoreStat): Promise<void> {
    await this.#datastore.put(COUNTERS, new TextEncoder().encode(JSON.stringify(stat)))
  }

  /** Notes that a session is about to bring a block. */
  async add (session: string, key: string): Promise<void> {
    await this.#datastore.put(row(session, key), new Uint8Array())
  }

  async has (session: string, key: string): Promise<boolean> {
    return await this.#datastore.has(row(session, key))
  }

  /**
   * Forgets rows; durable when it resolves.
   *
   * @param committed - sessions of the commit log whose last rows these are
   */
  async remove (rows: Array<[session: string, key: string]>, committed: string[] = []): Promise<void> {
    if (rows.length > 0 || committed.length > 0) {
      const batch = this.#datastore.batch()
      rows.forEach(([session, key]) => { batch.delete(row(session, key)) })
      this.commitLog.clear(batch, committed)
      await batch.commit()
    }
  }

  /** All rows, which is what a kill left when the store opens. */
  async * rows (): AsyncGenerator<[session: string, key: string]> {
    for await (const key of this.#datastore.queryKeys({ prefix: `${JOURNAL}/` })) {
      const [session, multihash] = key.list().slice(-2)
      yield [session, multihashKey(base32.decode(multihash))]
    }
  }
}

function row (session: string, key: string): Key {
  return new Key(`${JOURNAL}/${session}/${base32.encode(multihashFromKey(key))}`)
}
