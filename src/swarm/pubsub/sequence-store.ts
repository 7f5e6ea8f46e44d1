import { Key } from 'interface-datastore'
import type { Datastore } from 'interface-datastore'
import { ifFound } from '../../async/promises/if-found.ts'

/** Kubo `core/node/libp2p/pubsub.go`, `SeqnoStorePrefix`. */
const PREFIX = '/pubsub/seqno/'

/**
 * The maximum number of peers, because an attacker could fill the store with ever new IDs. Kubo has no limit. Evicting
 * a peer only forgets messages that are older than gossipsub's message cache.
 */
const MAX_PEERS = 8192

/**
 * Stores the last sequence number of each peer, to reject replayed messages (go-libp2p-pubsub `BasicSeqnoValidator`).
 */
export class SequenceStore {
  readonly #datastore: Datastore
  /** By peer, the last sequence number. A later message waits for the write of the one before. */
  readonly #last = new Map<string, Promise<bigint>>()
  readonly #maxPeers: number
  /** The peers with a row, least recently active first. */
  #rows: Promise<Set<string>> | undefined

  constructor (datastore: Datastore, { maxPeers = MAX_PEERS } = {}) {
    this.#datastore = datastore
    this.#maxPeers = maxPeers
  }

  /**
   * Records the sequence number of a message.
   *
   * @returns whether it is higher than all before
   */
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

  /**
   * Deletes the sequence number of one peer, or of all.
   *
   * @returns the number of peers
   */
  async forget (peer?: string): Promise<number> {
    const peers = [...await this.#known()].filter((known) => peer == null || known === peer)

    for (const one of peers) {
      await this.#datastore.delete(sequenceKey(one))
    }

    this.#last.clear()
    this.#rows = undefined
    return peers.length
  }

  async #keep (peer: string, sequence: bigint): Promise<void> {
    const rows = await (this.#rows ??= this.#known())
    await this.#datastore.put(sequenceKey(peer), toBytes(sequence))
    rows.delete(peer)
    rows.add(peer)

    for (const oldest of rows) {
      if (rows.size <= this.#maxPeers) {
        break
      }

      rows.delete(oldest)
      this.#last.delete(oldest)
      await this.#datastore.delete(sequenceKey(oldest))
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
    const row = await ifFound(async () => await this.#datastore.get(sequenceKey(peer)))
    return row == null ? -1n : new DataView(row.buffer, row.byteOffset).getBigUint64(0)
  }
}

function sequenceKey (peer: string): Key {
  return new Key(`${PREFIX}${peer}`)
}

function toBytes (sequence: bigint): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, sequence)
  return bytes
}
