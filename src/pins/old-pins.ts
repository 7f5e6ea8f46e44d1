import type { Batch, Datastore } from 'interface-datastore'
import { CID } from 'multiformats/cid'
import { ifFound } from '../async/if-found.ts'
import { decodeOldPin, OLD_PINS_PREFIX, oldPinBytes, oldPinKey } from './old-pin-record.ts'
import { encodePin, pinKey } from './pin-record.ts'
import type { Pin } from './pin-store.ts'

/** Pins that are moved in one step, for which the disk is waited once. */
const MOVE_BATCH = 2048

/** Of keys: a character says so many bits. */
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'
const BASE32_BITS = 5

/** What all CIDs of version 0 begin with: their hash function and its length. */
const V0_KIND_BYTES = 2

/** What names a block, beside its multihash. */
interface Kind { version: 0 | 1, codec: number }

/**
 * Pins that a repo of before keeps in its own way, until they are moved. Nobody waits for that: where they are, they count as all
 * others, also where there is no room to move them. A kill leaves each of them in the one place or the other.
 */
export class OldPins {
  readonly #data: Datastore
  #gone = false
  /** that pins are of, or were: none come */
  #kinds: Kind[] | undefined

  constructor (data: Datastore) {
    this.#data = data
  }

  async get (cid: CID): Promise<Pin | undefined> {
    if (this.#gone) {
      return undefined
    }

    const key = oldPinKey(cid)

    const row = await ifFound(() => this.#data.get(key))
    return row == null ? undefined : decodeOldPin(key, row)
  }

  /** The pins of the block that a CID names, which lie by version and codec. As quick however many there are. */
  async ofBlock ({ multihash }: CID, signal?: AbortSignal): Promise<Pin[]> {
    const kinds = this.#gone ? [] : this.#kinds ??= [...(await this.#kindsBelow(OLD_PINS_PREFIX, signal)).values()]
    const pins = await Promise.all(kinds.map(async ({ version, codec }) => await this.get(CID.create(version, codec, multihash))))
    return pins.filter((pin) => pin != null)
  }

  async * list (): AsyncGenerator<Pin> {
    if (this.#gone) {
      return
    }

    for await (const { key, value } of this.#data.query({ prefix: OLD_PINS_PREFIX })) {
      yield decodeOldPin(key, value)
    }
  }

  /** Deletes the pin of a CID that gets another one, or none, in the same batch. */
  delete (batch: Batch, cid: CID): void {
    if (!this.#gone) {
      batch.delete(oldPinKey(cid))
    }
  }

  /** Moves some pins to where they belong now. Nothing else may change pins meanwhile. @returns whether some are left that there is room to move */
  async moveSome (): Promise<boolean> {
    const pins = this.#gone ? [] : await this.#some()

    if (pins.length === 0) {
      this.#gone = true
      return false
    }

    const batch = this.#data.batch()

    for (const pin of pins) {
      batch.put(pinKey(pin.cid, pin.mode), encodePin(pin))
      batch.delete(oldPinKey(pin.cid))
    }

    try {
      await batch.commit()
      return true
    } catch (err) {
      // a full disk must not stand in the way of a change that makes room
      if ((err as Error).name !== 'QuotaExceededError') {
        throw err
      }

      return false
    }
  }

  /** A key tells of what kind it is; those of others differ from it in the first characters, so each of these is looked for. */
  async #kindsBelow (start: string, signal: AbortSignal | undefined): Promise<Map<string, Kind>> {
    for await (const key of this.#data.queryKeys({ prefix: start, limit: 1 }, { signal })) {
      const { version, codec, size, multihashSize } = CID.inspectBytes(oldPinBytes(key))

      if ((start.length - OLD_PINS_PREFIX.length) * BASE32_BITS >= Math.max(V0_KIND_BYTES, size - multihashSize) * 8) {
        return new Map([[`${version}-${codec}`, { version: version as Kind['version'], codec }]])
      }

      const kinds = await Promise.all(Array.from(BASE32, async (next) => await this.#kindsBelow(start + next, signal)))
      return new Map(kinds.flatMap((kinds) => [...kinds]))
    }

    return new Map()
  }

  async #some (): Promise<Pin[]> {
    const pins: Pin[] = []

    for await (const { key, value } of this.#data.query({ prefix: OLD_PINS_PREFIX, limit: MOVE_BATCH })) {
      pins.push(decodeOldPin(key, value))
    }

    return pins
  }
}
