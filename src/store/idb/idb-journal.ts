import type { Datastore } from 'interface-datastore'
import { Key } from 'interface-datastore'
import { base32 } from 'multiformats/bases/base32'
import type { BlockstoreStat } from '../blockstore.ts'
import { multihashFromKey, multihashKey } from '../../cid/multihash-key.ts'

const COUNTERS = new Key('/block-store/counters')
const JOURNAL = '/block-store/journal'

/** What the `idb` store keeps beside its blocks: counters, and which blocks hang on open sessions. */
export class IdbJournal {
  readonly #datastore: Datastore

  constructor (datastore: Datastore) {
    this.#datastore = datastore
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
  async add (session: number, key: string): Promise<void> {
    await this.#datastore.put(row(session, key), new Uint8Array())
  }

  /** Forgets rows; durable when it resolves. */
  async remove (rows: Array<[session: number, key: string]>): Promise<void> {
    if (rows.length > 0) {
      const batch = this.#datastore.batch()
      rows.forEach(([session, key]) => { batch.delete(row(session, key)) })
      await batch.commit()
    }
  }

  /** All rows, which is what a kill left when the store opens. */
  async * rows (): AsyncGenerator<[session: number, key: string]> {
    for await (const key of this.#datastore.queryKeys({ prefix: `${JOURNAL}/` })) {
      const [session, multihash] = key.list().slice(-2)
      yield [Number(session), multihashKey(base32.decode(multihash))]
    }
  }
}

function row (session: number, key: string): Key {
  return new Key(`${JOURNAL}/${session}/${base32.encode(multihashFromKey(key))}`)
}
