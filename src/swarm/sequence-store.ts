import { Key } from 'interface-datastore'
import type { Datastore } from 'interface-datastore'
import { ifFound } from '../async/if-found.ts'

/** Kubo `core/node/libp2p/pubsub.go`, `SeqnoStorePrefix` */
const PREFIX = '/pubsub/seqno/'

/** Peers of which it is known; Kubo keeps them all, and who wants to fill a store sends under ever new names. What is older than gossipsub's own memory of messages is forgotten with a peer alone. */
const MAX_PEERS = 8192

/** Which message of each peer came last: an older one is one that somebody sends again (go-libp2p-pubsub `BasicSeqnoValidator`). */
export class SequenceStore {
  readonly #datastore: Datastore
  /** what is known of the row; a later message waits for the one before */
  readonly #last = new Map<string, Promise<bigint>>()
  readonly #maxPeers: number
  /** who has a row, the one that was silent for longest first */
  #rows: Promise<Set<string>> | undefined

  constructor (datastore: Datastore, { maxPeers = MAX_PEERS } = {}) {
    this.#datastore = datastore
    this.#maxPeers = maxPeers
  }

  /** Takes note of a message. @returns whether it is newer than all before */
  async isNew (peer: string, sequence: bigint): Promise<boolean> {
    const before = this.#last.get(peer) ?? this.#read(peer)
    let isNew = false

    const now = before.then(async (last) => {
      isNew = sequence > last

      if (isNew) {
        await this.#keep(peer, sequence)
      }

      return isNew ? sequence : last
    })

    this.#last.set(peer, now)
    now.catch(() => {
      this.#last.delete(peer)
      this.#rows = undefined
    })
    await now
    return isNew
  }

  /** @returns of how many peers it was known */
  async forget (peer?: string): Promise<number> {
    const peers = [...await this.#known()].filter((known) => peer == null || known === peer)

    for (const one of peers) {
      await this.#datastore.delete(keyOf(one))
    }

    this.#last.clear()
    this.#rows = undefined
    return peers.length
  }

  async #keep (peer: string, sequence: bigint): Promise<void> {
    const rows = await (this.#rows ??= this.#known())
    await this.#datastore.put(keyOf(peer), toBytes(sequence))
    rows.delete(peer)
    rows.add(peer)

    for (const oldest of rows) {
      if (rows.size <= this.#maxPeers) {
        break
      }

      rows.delete(oldest)
      this.#last.delete(oldest)
      await this.#datastore.delete(keyOf(oldest))
    }
  }

  async #known (): Promise<Set<string>> {
    const known = new Set<string>()

    for await (const key of this.#datastore.queryKeys({ prefix: PREFIX })) {
      known.add(key.toString().slice(PREFIX.length))
    }

    return known
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
