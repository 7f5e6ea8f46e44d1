import { Key } from 'interface-datastore'
import type { Batch, Datastore } from 'interface-datastore'
import { base32 } from 'multiformats/bases/base32'
import { CID } from 'multiformats/cid'
import { ifFound } from '../../async/promises/if-found.ts'
import { isError } from '../../errors/define-error.ts'
import { QuotaExceededError } from '../../store/quota/quota-exceeded-error.ts'
import { encodePin, pinKey } from './pin-record.ts'
import type { Pin } from './pin-store.ts'

/** Prefix of legacy pins: the key contains the bytes of the CID, the value the mode. */
export const OLD_PINS_PREFIX = '/pins/'

/** Pins that are migrated in one step, with one wait for the disk. */
const MOVE_BATCH = 2048

/** Alphabet of the keys, and the bits that a character encodes. */
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'
const BASE32_BITS = 5

/** Bytes with which every CIDv0 begins: hash function and digest length. */
const V0_KIND_BYTES = 2

const decoder = new TextDecoder()

/** Version and codec of a CID: what distinguishes CIDs with the same multihash. */
interface Kind {
  version: 0 | 1
  codec: number
}

/**
 * Legacy pins until they are migrated. No request waits for the migration: legacy pins count like all others, also if
 * there is no room to migrate them. After a crash each pin is in one of the two places.
 */
export class LegacyPins {
  readonly #data: Datastore
  #gone = false
  /** kinds of which there are, or were, legacy pins; no new ones are added */
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

  /**
   * Returns the pins of the block that a CID names; keys are sorted by version and codec. The cost does not depend on
   * the number of pins.
   */
  async ofBlock ({ multihash }: CID, signal?: AbortSignal): Promise<Pin[]> {
    const kinds = this.#gone ? [] : this.#kinds ??= [...(await this.#kindsBelow(OLD_PINS_PREFIX, signal)).values()]
    const pins = await Promise.all(
      kinds.map(async ({ version, codec }) => await this.get(CID.create(version, codec, multihash)))
    )
    return pins.filter((pin) => pin != null)
  }

  async *list (): AsyncGenerator<Pin> {
    if (this.#gone) {
      return
    }

    for await (const { key, value } of this.#data.query({ prefix: OLD_PINS_PREFIX })) {
      yield decodeOldPin(key, value)
    }
  }

  /** Deletes the legacy pin of a CID in the batch that replaces or removes it. */
  delete (batch: Batch, cid: CID): void {
    if (!this.#gone) {
      batch.delete(oldPinKey(cid))
    }
  }

  /**
   * Migrates some pins. No other change of pins may run at the same time.
   *
   * @returns whether more pins can be migrated
   */
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
      // A full disk must not prevent a change that makes room.
      if (!isError(err, QuotaExceededError)) {
        throw err
      }

      return false
    }
  }

  /**
   * Finds the kinds below a prefix. Keys of different kinds differ in their first characters, so each of these is
   * probed.
   */
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

/** Returns the key of a legacy pin. */
export function oldPinKey (cid: CID): Key {
  return new Key(OLD_PINS_PREFIX + base32.baseEncode(cid.bytes), false)
}

/** Returns the bytes of the CID of a pin. */
function oldPinBytes (key: Key): Uint8Array {
  return base32.baseDecode(key.baseNamespace())
}

function decodeOldPin (key: Key, value: Uint8Array): Pin {
  const { mode, name } = JSON.parse(decoder.decode(value)) as Pick<Pin, 'mode' | 'name'>
  return { cid: CID.decode(oldPinBytes(key)), mode, name }
}
