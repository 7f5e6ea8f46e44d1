import type { Datastore } from 'interface-datastore'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { KeyedMutex } from '../async/locks/keyed-mutex.ts'
import { ifFound } from '../async/promises/if-found.ts'
import { ipnsNameText } from '../names/record/ipns-name.ts'
import { readRecord } from '../names/record/read-record.ts'
import { recordRow } from '../names/routing/record-store.ts'
import type { AlongRecord } from '../names/routing/record-store.ts'

/**
 * The maximum number of names published by others, and of bytes of their records. A record usually has about 400 bytes,
 * at most 10 KiB.
 */
const MAX_RECORDS = 10_000
const MAX_BYTES = 16 * 1024 * 1024

/** The maximum number of records that are checked for pinned content before one is evicted. */
const MAX_SPARED = 16

const MS_PER_S = 1000

/**
 * Stores a valid record; throws for an invalid one. `along` adds rows to the same batch, and is only called if the
 * record is stored.
 */
type PutRecord = (name: MultihashDigest, record: Uint8Array, along: AlongRecord) => Promise<unknown>

export interface AcceptedRecordsInit {
  /** The datastore of a `RecordStore`. */
  datastore: Datastore
  /** Whether the content of a path is pinned on this node; default no. */
  isPinned?: (path: string) => Promise<boolean>
  maxRecords?: number
  maxBytes?: number
}

/** Metadata of a record, stored in a row of its own. */
interface Taken {
  /** In milliseconds since 1970. */
  atMs: number
  /** The bytes of the record and its name, which may contain a key. */
  bytes: number
  /** The expiry, in milliseconds since 1970. */
  untilMs: number
}

/**
 * A bounded store for records that anyone may publish (`PUT /routing/v1/ipns`). Evicts expired records first, then the
 * least recently published ones, and last those of pinned content.
 *
 * Names that the owner of the node has published or put are exempt, also if others renew them: they are not counted and
 * never evicted. A newer record of a stored name that is found in the network replaces it without being counted again.
 */
export class AcceptedRecords {
  readonly #data: Datastore
  readonly #isPinned: (path: string) => Promise<boolean>
  readonly #maxRecords: number
  readonly #maxBytes: number
  readonly #changes = new KeyedMutex()
  #opened: Promise<Map<string, Taken>> | undefined
  #bytes = 0
  /** The time of the newest record. Times are unique, so that a restart restores the order. */
  #lastMs = 0

  constructor (
    { datastore, isPinned = async () => false, maxRecords = MAX_RECORDS, maxBytes = MAX_BYTES }: AcceptedRecordsInit
  ) {
    this.#data = datastore
    this.#isPinned = isPinned
    this.#maxRecords = maxRecords
    this.#maxBytes = maxBytes
  }

  /**
   * Stores a record.
   *
   * @param record - already verified
   * @throws errors of `put`
   */
  async put (name: MultihashDigest, record: Uint8Array, put: PutRecord): Promise<void> {
    const text = ipnsNameText(name)
    const known = await this.#open()

    // The owner of the node has put this name since, which deleted the row.
    if (known.has(text) && !await this.#data.has(recordRow('taken', text))) {
      this.#forget(known, text)
    }

    if (
      !known.has(text) &&
      (await this.#data.has(recordRow('published', text)) || await this.#data.has(recordRow('known', text)))
    ) {
      await put(name, record, () => {})
      return
    }

    const { validity } = readRecord(record)
    this.#lastMs = Math.max(Date.now(), this.#lastMs + 1)
    const taken = {
      atMs: this.#lastMs,
      bytes: record.byteLength + text.length,
      untilMs: validity == null ? 0 : Number(validity.secs) * MS_PER_S
    }
    await this.#changes.run('room', async () => {
      await this.#makeRoom(known, text, taken.bytes)
    })

    await put(name, record, (batch) => {
      batch.put(recordRow('taken', text), encodeRow(taken))
      this.#forget(known, text)
      known.set(text, taken)
      this.#bytes += taken.bytes
    })
  }

  /** Returns the metadata by name, least recently published first. */
  async #open (): Promise<Map<string, Taken>> {
    this.#opened ??= this.#read().catch((err: unknown) => {
      this.#opened = undefined
      throw err
    })

    return await this.#opened
  }

  async #read (): Promise<Map<string, Taken>> {
    const rows: Array<[string, Taken]> = []

    for await (const { key, value } of this.#data.query({ prefix: recordRow('taken', '').toString() })) {
      rows.push([key.baseNamespace(), decodeRow(value)])
    }

    rows.sort(([, a], [, b]) => a.atMs - b.atMs)
    this.#bytes = rows.reduce((sum, [, { bytes }]) => sum + bytes, 0)
    this.#lastMs = Math.max(this.#lastMs, rows.at(-1)?.[1].atMs ?? 0)
    return new Map(rows)
  }

  async #makeRoom (known: Map<string, Taken>, text: string, bytes: number): Promise<void> {
    this.#refresh(known, text)

    while (known.size > 0) {
      const old = known.get(text)

      if (
        known.size + (old == null ? 1 : 0) <= this.#maxRecords &&
        this.#bytes + bytes - (old?.bytes ?? 0) <= this.#maxBytes
      ) {
        return
      }

      await this.#drop(known, await this.#leastWorth(known))
    }
  }

  async #leastWorth (known: Map<string, Taken>): Promise<string> {
    const nowMs = Date.now()

    for (const [text, { untilMs }] of known) {
      if (untilMs < nowMs) {
        return text
      }
    }

    for (let i = 0; i < MAX_SPARED; i++) {
      const text = firstKey(known)

      if (!await this.#leadsToPinned(text)) {
        return text
      }

      this.#refresh(known, text)
    }

    return firstKey(known)
  }

  /** Moves a record to the end of the eviction order. */
  #refresh (known: Map<string, Taken>, text: string): void {
    const taken = known.get(text)

    if (taken != null) {
      known.delete(text)
      known.set(text, taken)
    }
  }

  async #leadsToPinned (text: string): Promise<boolean> {
    const record = await ifFound(async () => await this.#data.get(recordRow('known', text)))
    const { value } = record == null ? {} : readRecord(record)
    return value != null && await this.#isPinned(value)
  }

  async #drop (known: Map<string, Taken>, text: string): Promise<void> {
    const batch = this.#data.batch()
    batch.delete(recordRow('taken', text))

    // Keeps the record if the owner has published it meanwhile.
    if (await this.#data.has(recordRow('taken', text)) && !await this.#data.has(recordRow('published', text))) {
      batch.delete(recordRow('known', text))
    }

    await batch.commit()
    this.#forget(known, text)
  }

  #forget (known: Map<string, Taken>, text: string): void {
    this.#bytes -= known.get(text)?.bytes ?? 0
    known.delete(text)
  }
}

function firstKey<K> (map: ReadonlyMap<K, unknown>): K {
  return map.keys().next().value!
}

function encodeRow ({ atMs, bytes, untilMs }: Taken): Uint8Array {
  return new TextEncoder().encode(JSON.stringify([atMs, bytes, untilMs]))
}

function decodeRow (row: Uint8Array): Taken {
  const [atMs, bytes, untilMs] = JSON.parse(new TextDecoder().decode(row)) as [number, number, number]
  return { atMs, bytes, untilMs }
}
