import type { Batch, Datastore } from 'interface-datastore'
import { CID } from 'multiformats/cid'
import { ifFound } from '../../async/promises/if-found.ts'
import { defineError } from '../../errors/define-error.ts'
import type { PinChange, PinStore } from '../../pins/store/pin-store.ts'
import {
  decodeHostedPin,
  encodeHostedPin,
  HOSTED_PINS_PREFIX,
  hostedPinKey,
  neededKey,
  neededPrefix
} from './hosted-pin-row.ts'
import type { HostedPin } from './hosted-pin.ts'

/** Thrown if a request was removed while it was running. */
class HostedPinGoneError extends defineError('HostedPinGoneError') {
  constructor () {
    super('the request was removed')
  }
}

export type NewHostedPin = Pick<HostedPin, 'user' | 'cid' | 'name' | 'origins' | 'meta'>

/** Adds the rows of a change to the batch with its pins. */
type Write = (batch: Batch) => void

/**
 * The pins that this node hosts for others, consistent with its own pins: each change of both is one batch.
 *
 * A CID has one pin for all requests, until the last of them is removed. Pins of the owner are never removed. An
 * existing pin of the owner is left unchanged, and a later one replaces that of the service (`Pin.hosted`).
 */
export class HostedPins {
  readonly #data: Datastore
  readonly #pins: PinStore
  #newestMs: number | undefined

  constructor ({ datastore, pins }: { datastore: Datastore; pins: PinStore }) {
    this.#data = datastore
    this.#pins = pins
  }

  /**
   * Returns the current state of a request; undefined if it does not exist. If the owner has removed the pin, the
   * request has failed.
   */
  async get (requestId: string): Promise<HostedPin | undefined> {
    const row = await this.#row(requestId)
    return row == null ? undefined : await this.#asItIs(row)
  }

  /** Yields the current state of all requests, unordered. Only a few are in memory at a time. */
  async *list (): AsyncGenerator<HostedPin> {
    for await (const { value } of this.#data.query({ prefix: HOSTED_PINS_PREFIX })) {
      yield await this.#asItIs(decodeHostedPin(value))
    }
  }

  /** Adds a request, as queued. */
  async add (pin: NewHostedPin): Promise<HostedPin> {
    return await this.#change(async (_, write) => await this.#put(pin, [], write))
  }

  /**
   * Replaces a request by another one, atomically. The content of the old request stays pinned until the new one is
   * pinned, so that common blocks are not collected.
   *
   * @returns undefined if the user has no request with this ID
   */
  async replace (requestId: string, pin: NewHostedPin): Promise<HostedPin | undefined> {
    return await this.#change(async (change, write) => {
      const old = await this.#row(requestId)

      if (old?.user !== pin.user) {
        return undefined
      }

      const holds = [...new Set([...old.status === 'pinned' ? [old.cid] : [], ...old.holds])]
      const kept = [...holds, pin.cid]
      await this.#drop(old, change, write, kept)
      return await this.#put(pin, holds, write)
    })
  }

  /**
   * Removes a request of a user, and its pin if no other request needs it.
   *
   * @returns false if the user has no request with this ID
   */
  async remove (requestId: string, user: string): Promise<boolean> {
    return await this.#change(async (change, write) => {
      const row = await this.#row(requestId)

      if (row?.user !== user) {
        return false
      }

      await this.#drop(row, change, write)
      return true
    })
  }

  /**
   * Updates the state of a request. Does nothing if it was removed or is pinned.
   *
   * @returns its new state
   */
  async update (
    requestId: string,
    changes: Pick<HostedPin, 'status'> & Partial<Pick<HostedPin, 'details' | 'blocks' | 'aliveMs'>>
  ): Promise<HostedPin | undefined> {
    return await this.#change(async (_, write) => {
      const row = await this.#row(requestId)

      if (row == null || row.status === 'pinned') {
        return row
      }

      const { details: __, ...rest } = row
      const changed: HostedPin = { ...rest, ...changes }
      write((batch) => {
        batch.put(hostedPinKey(requestId), encodeHostedPin(changed))
      })
      return changed
    })
  }

  /**
   * Pins the content of a request, and releases the CIDs that it held. All blocks are local.
   *
   * @param along - adds other rows to the batch
   * @throws HostedPinGoneError if the request was removed
   */
  async complete (requestId: string, along: Write): Promise<void> {
    await this.#change(async (change, write) => {
      const row = await this.#row(requestId)

      if (row == null) {
        throw new HostedPinGoneError()
      }

      const cid = CID.parse(row.cid)
      const pin = await change.get(cid)

      if (pin == null || pin.mode === 'direct' || pin.hosted != null) {
        const hosted = pin?.hosted ?? (pin == null ? {} : { direct: pin.name })
        change.put({ cid, mode: 'recursive', name: row.name ?? '', hosted })
      }

      for (const held of row.holds.filter((held) => held !== row.cid)) {
        await this.#release(held, requestId, change, write)
      }

      const { details: _, ...rest } = row
      write(along)
      write((batch) => {
        batch.put(hostedPinKey(requestId), encodeHostedPin({ ...rest, status: 'pinned', holds: [] }))
      })
    })
  }

  async #put (pin: NewHostedPin, holds: readonly string[], write: (write: Write) => void): Promise<HostedPin> {
    const createdMs = Math.max(Date.now(), await this.#newest() + 1)
    this.#newestMs = createdMs
    const row: HostedPin = {
      ...pin,
      requestId: crypto.randomUUID(),
      created: new Date(createdMs).toISOString(),
      status: 'queued',
      holds,
      blocks: 0,
      aliveMs: createdMs
    }

    write((batch) => {
      batch.put(hostedPinKey(row.requestId), encodeHostedPin(row))
      ;[row.cid, ...holds].forEach((cid) => {
        batch.put(neededKey(cid, row.requestId), new Uint8Array())
      })
    })

    return row
  }

  /**
   * Removes a request.
   *
   * @param kept - CIDs that another request needs, which is not stored yet
   */
  async #drop (
    { requestId, cid, holds }: HostedPin,
    change: PinChange,
    write: (write: Write) => void,
    kept: readonly string[] = []
  ): Promise<void> {
    write((batch) => {
      batch.delete(hostedPinKey(requestId))
    })

    for (const needed of new Set([cid, ...holds])) {
      await this.#release(needed, requestId, change, write, kept.includes(needed))
    }
  }

  /** Records that a request does not need a CID any more. */
  async #release (
    text: string,
    requestId: string,
    change: PinChange,
    write: (write: Write) => void,
    isKept = false
  ): Promise<void> {
    write((batch) => {
      batch.delete(neededKey(text, requestId))
    })

    if (isKept || await this.#isNeeded(text, requestId)) {
      return
    }

    const cid = CID.parse(text)
    const pin = await change.get(cid)

    if (pin?.hosted?.direct != null) {
      change.put({ cid, mode: 'direct', name: pin.hosted.direct })
    } else if (pin?.hosted != null) {
      change.remove(cid)
    }
  }

  /** Whether any other request needs it. */
  async #isNeeded (cid: string, requestId: string): Promise<boolean> {
    for await (const key of this.#data.queryKeys({ prefix: neededPrefix(cid) })) {
      if (key.toString() !== neededKey(cid, requestId).toString()) {
        return true
      }
    }

    return false
  }

  async #row (requestId: string): Promise<HostedPin | undefined> {
    const row = await ifFound(() => this.#data.get(hostedPinKey(requestId)))
    return row == null ? undefined : decodeHostedPin(row)
  }

  async #asItIs (row: HostedPin): Promise<HostedPin> {
    const isGone = row.status === 'pinned' && (await this.#pins.get(CID.parse(row.cid)))?.mode !== 'recursive'
    return isGone ? { ...row, status: 'failed', details: 'the owner of the node has removed its pin' } : row
  }

  /** Returns the creation time of the newest request. */
  async #newest (): Promise<number> {
    if (this.#newestMs == null) {
      this.#newestMs = 0

      for await (const { value } of this.#data.query({ prefix: HOSTED_PINS_PREFIX })) {
        this.#newestMs = Math.max(this.#newestMs, Date.parse(decodeHostedPin(value).created))
      }
    }

    return this.#newestMs
  }

  /** Runs one change of requests and pins at a time. All rows are written in the batch with the pins. */
  async #change<T> (job: (change: PinChange, write: (write: Write) => void) => Promise<T>): Promise<T> {
    const writes: Write[] = []
    return await this.#pins.change(async (change) =>
      await job(change, (write) => {
        writes.push(write)
      }), (batch) => {
      writes.forEach((write) => {
        write(batch)
      })
    })
  }
}
