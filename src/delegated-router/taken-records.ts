import type { Datastore } from 'interface-datastore'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { ifFound } from '../async/if-found.ts'
import { KeyedMutex } from '../async/keyed-mutex.ts'
import { ipnsNameText } from '../names/ipns-name.ts'
import { readRecord } from '../names/record/read-record.ts'
import { recordRow } from '../names/record-row.ts'
import type { AlongRecord } from '../names/record-store.ts'

/** Names of strangers that are kept, and what their records take together: as a rule some 400 bytes each, and 10 KiB at most. */
const MAX_RECORDS = 10_000
const MAX_BYTES = 16 * 1024 * 1024

/** So many are looked at for one that leads to nothing that is pinned here. */
const MAX_SPARED = 16

const MS_PER_S = 1000

/** Keeps a record that holds; an error for one that does not. `along` writes rows in one step with it, and is called only where it is kept. */
type PutRecord = (name: MultihashDigest, record: Uint8Array, along: AlongRecord) => Promise<unknown>

export interface TakenRecordsInit {
  /** where a `RecordStore` keeps records */
  datastore: Datastore
  /** whether this node keeps on purpose what a path leads to; of nothing when left out */
  isPinned?: (path: string) => Promise<boolean>
  maxRecords?: number
  maxBytes?: number
}

/** What is known of a record without reading it: a row of it lies beside the record's. */
interface Taken {
  /** milliseconds since 1970 */
  atMs: number
  /** its own and its name's, which may hold a key */
  bytes: number
  /** it holds until then, in milliseconds since 1970 */
  untilMs: number
}

/**
 * The records of names that anybody may bring (`PUT /routing/v1/ipns`), within bounds: whose time is over goes first, then what was brought longest
 * ago, and last what leads to something that is pinned here. Names that the owner has published or put are none of them, whoever
 * renews them: they count for nothing and stay. A better record of a name that is kept, which the network knows, takes its place and is not counted anew.
 */
export class TakenRecords {
  readonly #data: Datastore
  readonly #isPinned: (path: string) => Promise<boolean>
  readonly #maxRecords: number
  readonly #maxBytes: number
  readonly #changes = new KeyedMutex()
  #opened: Promise<Map<string, Taken>> | undefined
  #bytes = 0
  /** of the newest: no two are brought at once, so that a start finds them in their order */
  #lastMs = 0

  constructor ({ datastore, isPinned = async () => false, maxRecords = MAX_RECORDS, maxBytes = MAX_BYTES }: TakenRecordsInit) {
    this.#data = datastore
    this.#isPinned = isPinned
    this.#maxRecords = maxRecords
    this.#maxBytes = maxBytes
  }

  /**
   * Brings a record to where it is kept.
   *
   * @param record - has been checked
   * @throws what `put` throws
   */
  async put (name: MultihashDigest, record: Uint8Array, put: PutRecord): Promise<void> {
    const text = ipnsNameText(name)
    const known = await this.#open()

    // its owner has put it here since, who takes the row away with that
    if (known.has(text) && !await this.#data.has(recordRow('taken', text))) {
      this.#forget(known, text)
    }

    if (!known.has(text) && (await this.#data.has(recordRow('published', text)) || await this.#data.has(recordRow('known', text)))) {
      await put(name, record, () => {})
      return
    }

    const { validity } = readRecord(record)
    this.#lastMs = Math.max(Date.now(), this.#lastMs + 1)
    const taken = { atMs: this.#lastMs, bytes: record.byteLength + text.length, untilMs: validity == null ? 0 : Number(validity.secs) * MS_PER_S }
    await this.#changes.run('room', async () => { await this.#makeRoom(known, text, taken.bytes) })

    await put(name, record, (batch) => {
      batch.put(recordRow('taken', text), encode(taken))
      this.#forget(known, text)
      known.set(text, taken)
      this.#bytes += taken.bytes
    })
  }

  /** By name, that which was brought longest ago first. */
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
      rows.push([key.baseNamespace(), decode(value)])
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

      if (known.size + (old == null ? 1 : 0) <= this.#maxRecords && this.#bytes + bytes - (old?.bytes ?? 0) <= this.#maxBytes) {
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
      const text = first(known)

      if (!await this.#leadsToPinned(text)) {
        return text
      }

      this.#refresh(known, text)
    }

    return first(known)
  }

  /** It is as good as one that comes now. */
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

    // the owner has it too by now
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

function first<K> (map: ReadonlyMap<K, unknown>): K {
  return map.keys().next().value!
}

function encode ({ atMs, bytes, untilMs }: Taken): Uint8Array {
  return new TextEncoder().encode(JSON.stringify([atMs, bytes, untilMs]))
}

function decode (row: Uint8Array): Taken {
  const [atMs, bytes, untilMs] = JSON.parse(new TextDecoder().decode(row)) as [number, number, number]
  return { atMs, bytes, untilMs }
}
