import type { Datastore, Key } from 'interface-datastore'
import type { CID } from 'multiformats/cid'
import { KeyedMutex } from '../async/keyed-mutex.ts'
import { decodePin, encodePin, pinKey, PINS_PREFIX } from './pin-record.ts'
import type { Pin, PinChange, PinMode, PinStore } from './pin-store.ts'

/** Pins as records of a datastore, under a key made of the CID's bytes. */
export class DatastorePinStore implements PinStore {
  readonly #data: Datastore
  readonly #changes = new KeyedMutex()
  #revision = 0

  constructor (data: Datastore) {
    this.#data = data
  }

  get revision (): number {
    return this.#revision
  }

  async get (cid: CID): Promise<Pin | undefined> {
    const key = pinKey(cid)

    try {
      return decodePin(key, await this.#data.get(key))
    } catch (err) {
      if ((err as Error).name === 'NotFoundError') {
        return undefined
      }

      throw err
    }
  }

  async * list (mode?: PinMode): AsyncGenerator<Pin> {
    for await (const { key, value } of this.#data.query({ prefix: PINS_PREFIX })) {
      const pin = decodePin(key, value)

      if (mode == null || pin.mode === mode) {
        yield pin
      }
    }
  }

  async put (pin: Pin): Promise<void> {
    await this.change(async (pins) => { pins.put(pin) })
  }

  async remove (cid: CID): Promise<boolean> {
    return await this.change(async (pins) => {
      const pin = await pins.get(cid)
      pins.remove(cid)
      return pin != null
    })
  }

  async move (from: CID, pin: Pin): Promise<void> {
    await this.change(async (pins) => {
      pins.remove(from)
      pins.put(pin)
    })
  }

  async change<T> (job: (pins: PinChange) => Promise<T>): Promise<T> {
    return await this.#changes.run('', async () => {
      // the last word on each key alone goes into the batch: not every datastore keeps the order of a batch
      const staged = new Map<string, { key: Key, pin: Pin | undefined }>()
      const stage = (cid: CID, pin: Pin | undefined): void => {
        const key = pinKey(cid)
        staged.set(key.toString(), { key, pin })
      }

      const result = await job({
        get: async (cid) => {
          const change = staged.get(pinKey(cid).toString())
          return change == null ? await this.get(cid) : change.pin
        },
        put: (pin) => { stage(pin.cid, pin) },
        remove: (cid) => { stage(cid, undefined) }
      })

      await this.#commit([...staged.values()])
      return result
    })
  }

  async #commit (changes: Array<{ key: Key, pin: Pin | undefined }>): Promise<void> {
    if (changes.length === 0) {
      return
    }

    const batch = this.#data.batch()

    for (const { key, pin } of changes) {
      if (pin == null) {
        batch.delete(key)
      } else {
        batch.put(key, encodePin(pin))
      }
    }

    try {
      await batch.commit()
    } finally {
      // also when it failed: who knows what of it is there
      this.#revision++
    }
  }
}
