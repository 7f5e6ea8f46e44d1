import { Key } from 'interface-datastore'
import type { Batch, Datastore } from 'interface-datastore'
import { equals } from 'multiformats/bytes'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { KeyedMutex } from '../../async/locks/keyed-mutex.ts'
import { ifFound } from '../../async/promises/if-found.ts'
import { checkRecord, isNewer } from '../record/check-record.ts'
import { ipnsNameText } from '../record/ipns-name.ts'
import { OlderRecordError } from '../record/record-envelope.ts'

/**
 * A row `taken` lies beside a known record that strangers have brought, and its owner never put here (`TakenRecords`).
 */
type RecordRowKind = 'published' | 'known' | 'taken' | 'public-key'

/** Where the datastore has the record of a name, and what belongs to it. @param name - by `ipnsNameText` */
export function recordRow (kind: RecordRowKind, name: string): Key {
  return new Key(`/ipns/${kind}/${name}`)
}

/** Writes rows in one step with a record. */
export type AlongRecord = (batch: Batch) => void

/**
 * Records of names in the datastore, in two places as in Kubo: what this node has published itself (boxo
 * `IPNSPublisher`), from which the next record takes its number, and what is known of any name (boxo
 * `routing/offline`), from which names are resolved.
 */
export class RecordStore {
  readonly #data: Datastore
  readonly #changes = new KeyedMutex()

  constructor (data: Datastore) {
    this.#data = data
  }

  /** The record that this node published last, however old; undefined where it published none. */
  async published (name: MultihashDigest): Promise<Uint8Array | undefined> {
    return await this.#read('published', name)
  }

  /** The best record that is known of a name and holds now; undefined where there is none. */
  async known (name: MultihashDigest): Promise<Uint8Array | undefined> {
    const bytes = await this.#read('known', name)
    // one whose time is over is the same as none
    return bytes == null ? undefined : await checkRecord(name, bytes).then(() => bytes, () => undefined)
  }

  /** Whether what was published last under a name went to publishers over HTTP alone. */
  async isDelegated (name: MultihashDigest): Promise<boolean> {
    return await this.#data.has(delegatedRow(ipnsNameText(name)))
  }

  /** Whether what was published last under a name has come to nobody in the network yet. */
  async isUntaken (name: MultihashDigest): Promise<boolean> {
    return await this.#data.has(untakenRow(ipnsNameText(name)))
  }

  /** Somebody has forgotten it. Does nothing for a name of which nothing was published. */
  async noteLost (name: MultihashDigest): Promise<void> {
    if (await this.published(name) != null) {
      await this.#data.put(untakenRow(ipnsNameText(name)), new Uint8Array())
    }
  }

  /** It has come to somebody. */
  async noteTaken (name: MultihashDigest): Promise<void> {
    await this.#data.delete(untakenRow(ipnsNameText(name)))
  }

  /** The public key of a name that does not hold it. */
  async publicKey (name: MultihashDigest): Promise<Uint8Array | undefined> {
    return await this.#read('public-key', name)
  }

  /**
   * Keeps a record of any name.
   *
   * @param along - that it is kept until it is removed, whoever had brought it before, when left out
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
   * Keeps a record that this node made: both places in one batch, so that a killed worker leaves the old record or the
   * new one. It has come to nobody yet.
   *
   * @param options.known - whether it is to be resolved from here too
   * @param options.isDelegated - whether it goes to publishers over HTTP alone, and is renewed there
   * @param options.publicKey - of a name that does not hold it
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
