import type { Batch, Datastore } from 'interface-datastore'
import type { CID } from 'multiformats/cid'
import { ifFound } from '../async/if-found.ts'
import { decodeOldPin, OLD_PINS_PREFIX, oldPinKey } from './old-pin-record.ts'
import { encodePin, pinKey } from './pin-record.ts'
import type { Pin } from './pin-store.ts'

/** Pins that are moved in one step, for which the disk is waited once. */
const MOVE_BATCH = 2048

/**
 * Pins that a repo of before keeps in its own way, until they are moved. Where there is no room to move them they stay, and
 * count as all others. A kill leaves each of them in the one place or the other.
 */
export class OldPins {
  readonly #data: Datastore
  #gone = false

  constructor (data: Datastore) {
    this.#data = data
  }

  /** There are none, and none will come. */
  get areGone (): boolean {
    return this.#gone
  }

  async get (cid: CID): Promise<Pin | undefined> {
    if (this.#gone) {
      return undefined
    }

    const key = oldPinKey(cid)

    const row = await ifFound(() => this.#data.get(key))
    return row == null ? undefined : decodeOldPin(key, row)
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

  /** Moves all pins to where they belong now. Nothing else may change pins meanwhile. */
  async move (): Promise<void> {
    while (await this.moveSome()) {} // each step is a wait
  }

  /** As `move`, one step of it. @returns whether some are left that there is room to move */
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

  async #some (): Promise<Pin[]> {
    const pins: Pin[] = []

    for await (const { key, value } of this.#data.query({ prefix: OLD_PINS_PREFIX, limit: MOVE_BATCH })) {
      pins.push(decodeOldPin(key, value))
    }

    return pins
  }
}
