import type { Batch, Datastore, Key } from 'interface-datastore'
import type { CID } from 'multiformats/cid'
import { KeyedMutex } from '../../async/locks/keyed-mutex.ts'
import { ifFound } from '../../async/promises/if-found.ts'
import { mayHaveDescendants } from '../../ipld/registry/links.ts'
import type { PinWalkLog } from '../walk-log/pin-walk-log.ts'
import { DatastorePinWalkLog } from './datastore-pin-walk-log.ts'
import { LegacyPins } from './legacy-pins.ts'
import { PinListCache } from './pin-list-cache.ts'
import { blockPrefix, decodePin, decodePinKey, encodePin, modePrefix, pinKey } from './pin-record.ts'
import type { ListedPinsOptions, Pin, PinChange, PinMode, PinStore, PutPinOptions } from './pin-store.ts'

const MODES: PinMode[] = ['recursive', 'direct']

/** `below`: the blocks that the pin protects in addition to its root; undefined if they have to be searched for */
type Change = { cid: CID; pin: Pin | undefined; below: readonly string[] | undefined }

/**
 * Stores pins as records of a datastore (`pin-record.ts`). `migrateLegacyPins` converts legacy rows in the background.
 */
export class DatastorePinStore implements PinStore {
  readonly #data: Datastore
  readonly #changes = new KeyedMutex()
  readonly #old: LegacyPins
  readonly #walks: DatastorePinWalkLog
  readonly #lists = new PinListCache()
  readonly #listeners: Array<(roots: readonly CID[]) => void> = []

  constructor (data: Datastore) {
    this.#data = data
    this.#old = new LegacyPins(data)
    this.#walks = new DatastorePinWalkLog(data, async (job) => {
      await this.#exclusively(job)
    })
  }

  get walks (): PinWalkLog {
    return this.#walks
  }

  async get (cid: CID): Promise<Pin | undefined> {
    const old = await this.#old.get(cid) // legacy rows first, as in `list`
    // Started together, so that the mode cannot change in between.
    const pins = await Promise.all(MODES.map(async (mode) => await this.#read(pinKey(cid, mode))))
    return old ?? pins.find((pin) => pin != null)
  }

  async ofBlock (cid: CID, { signal }: { signal?: AbortSignal } = {}): Promise<Pin[]> {
    const old = await this.#old.ofBlock(cid, signal) // legacy rows first, as in `list`
    const pins: Pin[] = []

    for (const mode of MODES) {
      for await (const { key, value } of this.#data.query({ prefix: blockPrefix(cid, mode) }, { signal })) {
        pins.push(decodePin(key, value))
      }
    }

    // A pin that is being migrated is found in both places.
    return [...pins, ...old.filter((pin) => !pins.some(({ cid }) => cid.equals(pin.cid)))]
  }

  async *list (mode?: PinMode, { names = true }: ListedPinsOptions = {}): AsyncGenerator<Pin> {
    // Legacy rows first, so that a pin that is being migrated is not missed.
    for await (const pin of this.#old.list()) {
      if (mode == null || mode === pin.mode) {
        yield pin
      }
    }

    for (const each of mode == null ? MODES : [mode]) {
      yield* this.#lists.list(`${each} ${names}`, () => this.#rows(modePrefix(each), names))
    }
  }

  async *#rows (prefix: string, names: boolean): AsyncGenerator<Pin> {
    if (!names) {
      for await (const key of this.#data.queryKeys({ prefix })) {
        yield decodePinKey(key)
      }

      return
    }

    for await (const { key, value } of this.#data.query({ prefix })) {
      yield decodePin(key, value)
    }
  }

  async put (pin: Pin, options?: PutPinOptions): Promise<void> {
    await this.change(async (pins) => {
      pins.put(pin, options)
    })
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

  async change<T> (job: (pins: PinChange) => Promise<T>, along?: (batch: Batch) => void): Promise<T> {
    return await this.#exclusively(async () => {
      // Only the last change of each CID goes into the batch: not every datastore keeps the order of a batch.
      const staged = new Map<string, Change>()
      const stage = (change: Change): void => {
        staged.set(change.cid.toString(), change)
      }

      const result = await job({
        get: async (cid) => {
          const change = staged.get(cid.toString())
          return change == null ? await this.get(cid) : change.pin
        },
        put: (pin, { below } = {}) => {
          stage({ cid: pin.cid, pin, below: pin.mode === 'recursive' && mayHaveDescendants(pin.cid) ? below : [] })
        },
        remove: (cid) => {
          stage({ cid, pin: undefined, below: [] })
        }
      })

      await this.#commit([...staged.values()], along)
      return result
    })
  }

  async migrateLegacyPins (): Promise<boolean> {
    return await this.#exclusively(async () => await this.#lists.changing(async () => await this.#old.moveSome()))
  }

  watch (listener: (roots: readonly CID[]) => void): void {
    this.#listeners.push(listener)
  }

  async #exclusively<T> (job: () => Promise<T>): Promise<T> {
    return await this.#changes.run('', job)
  }

  async #read (key: Key): Promise<Pin | undefined> {
    const row = await ifFound(() => this.#data.get(key))
    return row == null ? undefined : decodePin(key, row)
  }

  async #commit (changes: Change[], along?: (batch: Batch) => void): Promise<void> {
    if (changes.length === 0 && along == null) {
      return
    }

    const batch = this.#data.batch()
    along?.(batch)

    for (const { cid, pin, below } of changes) {
      for (const mode of MODES) {
        if (pin?.mode === mode) {
          batch.put(pinKey(cid, mode), encodePin(pin))
        } else {
          batch.delete(pinKey(cid, mode))
        }
      }

      this.#old.delete(batch, cid)
      await this.#walks.note(batch, cid, pin?.mode === 'recursive' ? { below } : undefined)
    }

    try {
      await this.#lists.changing(async () => {
        await batch.commit()
      })
    } finally {
      const roots = changes.filter(({ below }) => below == null).map(({ cid }) => cid)

      if (roots.length > 0) {
        this.#listeners.forEach((listener) => {
          listener(roots)
        })
      }
    }
  }
}
