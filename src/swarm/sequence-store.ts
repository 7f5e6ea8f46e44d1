import { Key } from 'interface-datastore'
import type { Datastore } from 'interface-datastore'
import { ifFound } from '../async/if-found.ts'

/** Kubo `core/node/libp2p/pubsub.go`, `SeqnoStorePrefix` */
const PREFIX = '/pubsub/seqno/'

/** Which message of each peer came last: an older one is one that somebody sends again (go-libp2p-pubsub `BasicSeqnoValidator`). */
export class SequenceStore {
  readonly #datastore: Datastore
  /** what is known of the row; a later message waits for the one before */
  readonly #last = new Map<string, Promise<bigint>>()

  constructor (datastore: Datastore) {
    this.#datastore = datastore
  }

  /** Takes note of a message. @returns whether it is newer than all before */
  async isNew (peer: string, sequence: bigint): Promise<boolean> {
    const before = this.#last.get(peer) ?? this.#read(peer)
    let isNew = false

    const now = before.then(async (last) => {
      isNew = sequence > last

      if (isNew) {
        await this.#datastore.put(keyOf(peer), toBytes(sequence))
      }

      return isNew ? sequence : last
    })

    this.#last.set(peer, now)
    now.catch(() => { this.#last.delete(peer) })
    await now
    return isNew
  }

  /** @returns of how many peers it was known */
  async forget (peer?: string): Promise<number> {
    const keys: Key[] = []

    for await (const key of this.#datastore.queryKeys({ prefix: PREFIX })) {
      if (peer == null || key.toString() === `${PREFIX}${peer}`) {
        keys.push(key)
      }
    }

    for (const key of keys) {
      await this.#datastore.delete(key)
    }

    this.#last.clear()
    return keys.length
  }

  async #read (peer: string): Promise<bigint> {
    const row = await ifFound(async () => await this.#datastore.get(keyOf(peer)))
    return row == null ? -1n : new DataView(row.buffer, row.byteOffset).getBigUint64(0)
  }
}

function keyOf (peer: string): Key {
  return new Key(`${PREFIX}${peer}`)
}

function toBytes (sequence: bigint): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, sequence)
  return bytes
}
