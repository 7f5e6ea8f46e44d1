import type { Datastore } from 'interface-datastore'
import { Key } from 'interface-datastore'
import { base32 } from 'multiformats/bases/base32'
import { multihashFromKey, multihashKey } from '../../cid/hash/multihash-key.ts'
import type { BlockstoreStat } from '../blockstore/blockstore.ts'
import { CommitLog } from '../blockstore/commit-log.ts'

const COUNTERS = new Key('/block-store/counters')
const JOURNAL = '/block-store/journal'

/** The counters and session journal of the `idb` store. */
export class IdbJournal {
  readonly #datastore: Datastore
  /** In the same datastore, so that a session and its rows are deleted in one batch. */
  readonly commitLog: CommitLog

  constructor (datastore: Datastore) {
    this.#datastore = datastore
    this.commitLog = new CommitLog(datastore)
  }

  /** Returns the counters as of the last clean shutdown; undefined after a crash, or if there are none. */
  async counters (): Promise<BlockstoreStat | undefined> {
    if (!await this.#datastore.has(COUNTERS)) {
      return undefined
    }

    const text = new TextDecoder().decode(await this.#datastore.get(COUNTERS))
    return JSON.parse(text) as BlockstoreStat | null ?? undefined // null: written by an older version for no counters
  }

  /**
   * Deletes the stored counters. To be called before a change, because the two databases have no common transaction. A
   * delete works on a full disk.
   */
  async forgetCounters (): Promise<void> {
    await this.#datastore.delete(COUNTERS)
  }

  async setCounters (stat: BlockstoreStat): Promise<void> {
    await this.#datastore.put(COUNTERS, new TextEncoder().encode(JSON.stringify(stat)))
  }

  /** Records that a session is about to add a block. */
  async add (session: string, key: string): Promise<void> {
    await this.#datastore.put(journalKey(session, key), new Uint8Array())
  }

  async has (session: string, key: string): Promise<boolean> {
    return await this.#datastore.has(journalKey(session, key))
  }

  /**
   * Deletes rows; durable when it resolves.
   *
   * @param committed - sessions of the commit log that have no other rows
   */
  async remove (rows: Array<[session: string, key: string]>, committed: string[] = []): Promise<void> {
    if (rows.length > 0 || committed.length > 0) {
      const batch = this.#datastore.batch()
      rows.forEach(([session, key]) => {
        batch.delete(journalKey(session, key))
      })
      this.commitLog.clear(batch, committed)
      await batch.commit()
    }
  }

  /** Yields all rows. When the store opens, these are rows of sessions that a crash interrupted. */
  async *rows (): AsyncGenerator<[session: string, key: string]> {
    for await (const key of this.#datastore.queryKeys({ prefix: `${JOURNAL}/` })) {
      const [session, multihash] = key.list().slice(-2)
      yield [session, multihashKey(base32.decode(multihash))]
    }
  }
}

function journalKey (session: string, key: string): Key {
  return new Key(`${JOURNAL}/${session}/${base32.encode(multihashFromKey(key))}`)
}
