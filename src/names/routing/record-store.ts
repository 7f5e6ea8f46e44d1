import { Key } from 'interface-datastore'
import type { Batch, Datastore } from 'interface-datastore'
import { equals } from 'multiformats/bytes'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { KeyedMutex } from '../../async/locks/keyed-mutex.ts'
import { ifFound } from '../../async/promises/if-found.ts'
import { checkRecord, isNewer } from '../record/check-record.ts'
import { ipnsNameText } from '../record/ipns-name.ts'
import { OlderRecordError } from '../record/read-record.ts'

/**
 * Kinds of rows. `taken` marks a `known` record that came from other peers and was never stored by the owner of this
 * node (`AcceptedRecords`).
 */
type RecordRowKind = 'published' | 'known' | 'taken' | 'public-key'

/**
 * Returns the datastore key of a row of a name.
 *
 * @param name - by `ipnsNameText`
 */
export function recordRow (kind: RecordRowKind, name: string): Key {
  return new Key(`/ipns/${kind}/${name}`)
}

/** Writes rows in the same batch as a record. */
export type AlongRecord = (batch: Batch) => void

/**
 * Stores records of names in the datastore, in two places as Kubo does. `published` has the records of this node (boxo
 * `IPNSPublisher`), which give the next sequence number. `known` has the best record of any name (boxo
 * `routing/offline`), which names are resolved from.
 */
export class RecordStore {
  readonly #data: Datastore
  readonly #changes = new KeyedMutex()

  constructor (data: Datastore) {
    this.#data = data
  }

  /** Returns the last record that this node published, even if it has expired; undefined if there is none. */
  async published (name: MultihashDigest): Promise<Uint8Array | undefined> {
    return await this.#read('published', name)
  }

  /** Returns the best known record of a name that is valid now; undefined if there is none. */
  async known (name: MultihashDigest): Promise<Uint8Array | undefined> {
    const bytes = await this.#read('known', name)
    // an expired record counts as missing
    return bytes == null ? undefined : await checkRecord(name, bytes).then(() => bytes, () => undefined)
  }

  /** Whether the last publication of a name went only to HTTP publishers. */
  async isDelegated (name: MultihashDigest): Promise<boolean> {
    return await this.#data.has(delegatedRow(ipnsNameText(name)))
  }

  /** Whether no place in the network has accepted the last publication of a name yet. */
  async isUntaken (name: MultihashDigest): Promise<boolean> {
    return await this.#data.has(untakenRow(ipnsNameText(name)))
  }

  /** Marks the published record as lost by the network. Does nothing for a name that was not published here. */
  async noteLost (name: MultihashDigest): Promise<void> {
    if (await this.published(name) != null) {
      await this.#data.put(untakenRow(ipnsNameText(name)), new Uint8Array())
    }
  }

  /** Marks the published record as accepted by the network. */
  async noteTaken (name: MultihashDigest): Promise<void> {
    await this.#data.delete(untakenRow(ipnsNameText(name)))
  }

  /** Returns the public key of a name that does not contain it. */
  async publicKey (name: MultihashDigest): Promise<Uint8Array | undefined> {
    return await this.#read('public-key', name)
  }

  /**
   * Stores a record of any name.
   *
   * @param along - writes rows in the same batch; by default the `taken` mark is removed, so that the record is stored
   *   until it is removed explicitly
   * @throws InvalidRecordError, ExpiredRecordError or OlderRecordError
   */
  async put (name: MultihashDigest, bytes: Uint8Array, along?: AlongRecord): Promise<void> {
    await checkRecord(name, bytes)

    const text = ipnsNameText(name)

    await this.#changes.run(text, async () => {
      const known = await this.known(name)

      if (known != null && !equals(known, bytes) && isNewer(known, bytes)) {
        throw new OlderRecordError()
      }

      const batch = this.#data.batch()
      batch.put(recordRow('known', text), bytes)

      if (along == null) {
        batch.delete(recordRow('taken', text))
      } else {
        along(batch)
      }

      await batch.commit()
    })
  }

  /**
   * Stores a record that this node created. Writes both places in one batch, so that a crash leaves either the old or
   * the new record. Marks it as not yet accepted by the network.
   *
   * @param options.known - whether this node resolves the name from the record too
   * @param options.isDelegated - whether the record is published and renewed only at HTTP publishers
   * @param options.publicKey - the key of a name that does not contain it
   */
  async publish (
    name: MultihashDigest,
    bytes: Uint8Array,
    { known, isDelegated, publicKey }: { known: boolean; isDelegated: boolean; publicKey?: Uint8Array }
  ): Promise<void> {
    const text = ipnsNameText(name)

    await this.#changes.run(text, async () => {
      const batch: Batch = this.#data.batch()
      batch.put(recordRow('published', text), bytes)
      batch.put(untakenRow(text), new Uint8Array())

      if (isDelegated) {
        batch.put(delegatedRow(text), new Uint8Array())
      } else {
        batch.delete(delegatedRow(text))
      }

      if (known) {
        batch.put(recordRow('known', text), bytes)
      }

      if (publicKey != null) {
        batch.put(recordRow('public-key', text), publicKey)
      }

      await batch.commit()
    })
  }

  async #read (kind: RecordRowKind, name: MultihashDigest): Promise<Uint8Array | undefined> {
    return await ifFound(() => this.#data.get(recordRow(kind, ipnsNameText(name))))
  }
}

function untakenRow (name: string): Key {
  return recordRow('published', `${name}/untaken`)
}

function delegatedRow (name: string): Key {
  return recordRow('published', `${name}/delegated`)
}
