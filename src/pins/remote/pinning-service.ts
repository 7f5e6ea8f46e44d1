import type { CID } from 'multiformats/cid'
import { delay } from '../../async/timers/delay.ts'
import { cidText } from '../../cid/text/cid-text.ts'
import { goQuote } from '../../go/text/quote.ts'
import { callService } from './call-service.ts'
import type { ServiceCall } from './call-service.ts'
import { PinningServiceError } from './pinning-service-error.ts'
import { readRemotePin, readRemotePins } from './read-remote-pin.ts'
import { REMOTE_STATUSES } from './remote-pin.ts'
import type { RemotePin, RemotePinFilter, RemoteStatus } from './remote-pin.ts'

/** Pins per request; the API allows 1000. */
const PAGE = 100

/**
 * Bounds of the polling interval. Kubo polls every half second. Here the interval grows by a tenth of the time waited
 * so far.
 */
const MIN_LOOK_AFTER_MS = 500
const MAX_LOOK_AFTER_MS = 60_000

interface CallOptions {
  signal: AbortSignal
}

export interface NewRemotePin {
  cid: CID
  /** no name if left out or empty */
  name?: string
  /** multiaddrs of peers that have the content; none if left out */
  origins?: readonly string[]
}

/**
 * A remote pinning service (IPFS Pinning Service API; boxo `pinning/remote/client`). Methods throw PinningServiceError
 * and the signal's reason.
 *
 * @example
 *   const service = new PinningService({ endpoint: 'https://pins.example', key })
 *   await service.waitUntilPinned(await service.add({ cid }, { signal }), { signal })
 */
export class PinningService {
  readonly #access: Pick<ServiceCall, 'endpoint' | 'key'>

  /** @param access - the URL without a trailing slash, and the key */
  constructor (access: { endpoint: string; key: string }) {
    this.#access = access
  }

  /** Returns the load of a home node on the edge. Other services have none: they answer with an error. */
  async load (options: CallOptions): Promise<unknown> {
    return await callService({ ...this.#access, method: 'GET', path: '/swipfs/load' }, options)
  }

  /** Yields the pins that match, newest first. */
  async *list (filter: RemotePinFilter, options: CallOptions): AsyncGenerator<RemotePin> {
    let before: string | undefined

    for (;;) {
      const { count, pins } = await this.#page(filter, { limit: PAGE, before }, options)
      yield* pins

      if (count <= pins.length) {
        return
      }

      const oldest = pins.at(-1)?.created

      if (oldest == null) {
        throw new PinningServiceError(
          `invalid pinning service response: PinResults.count=${count} but no PinResults.results`
        )
      }

      if (oldest === before) {
        throw new PinningServiceError('invalid pinning service response: the same pins again')
      }

      before = oldest
    }
  }

  /** Returns the number of pins for each status. */
  async count (options: CallOptions): Promise<Record<RemoteStatus, number>> {
    const counts = await Promise.all(
      REMOTE_STATUSES.map(async (status) =>
        [status, (await this.#page({ statuses: [status] }, { limit: 1 }, options)).count] as const
      )
    )
    return Object.fromEntries(counts) as Record<RemoteStatus, number>
  }

  async add (pin: NewRemotePin, options: CallOptions): Promise<RemotePin> {
    return readRemotePin(await this.#call('POST', '/pins', options, pinBody(pin)))
  }

  /** Returns the newest pin of this CID with exactly this name that the service has, or is working on. */
  async find ({ cid, name = '' }: NewRemotePin, options: CallOptions): Promise<RemotePin | undefined> {
    for await (const pin of this.list({ name, cids: [cid], statuses: ['queued', 'pinning', 'pinned'] }, options)) {
      // Without a name the service returns pins of any name.
      if (pin.name === name && pin.cid.equals(cid)) {
        return pin
      }
    }

    return undefined
  }

  /** Replaces a pin. The service keeps the blocks that both have in common. */
  async replace (requestId: string, pin: NewRemotePin, options: CallOptions): Promise<RemotePin> {
    return readRemotePin(await this.#call('POST', pinPath(requestId), options, pinBody(pin)))
  }

  async status (requestId: string, options: CallOptions): Promise<RemotePin> {
    return readRemotePin(await this.#call('GET', pinPath(requestId), options))
  }

  async remove (requestId: string, options: CallOptions): Promise<void> {
    await this.#call('DELETE', pinPath(requestId), options)
  }

  /**
   * Polls until the pin is pinned.
   *
   * @param options.onStatus - called with each answer
   * @throws an Error with Kubo's words if the service gives up or cannot be reached
   */
  async waitUntilPinned (
    { requestId }: Pick<RemotePin, 'requestId'>,
    { onStatus, ...options }: CallOptions & { onStatus?: (pin: RemotePin) => void }
  ): Promise<RemotePin> {
    const beginMs = Date.now()

    for (;;) {
      const pin = await this.status(requestId, options).catch((err: Error) => {
        options.signal.throwIfAborted()
        const { isUnanswered } = err as Partial<PinningServiceError>
        throw new PinningServiceError(
          `failed to check pin status for requestid=${goQuote(requestId)} due to error: ${err.message}`,
          { isUnanswered }
        )
      })

      if (pin.requestId !== requestId) {
        throw new PinningServiceError(
          `failed to check pin status for requestid=${goQuote(requestId)}, remote service sent unexpected requestid=${
            goQuote(pin.requestId)
          }`
        )
      }

      onStatus?.(pin)

      if (pin.status === 'pinned') {
        return pin
      }

      if (pin.status === 'failed') {
        throw new PinningServiceError(`remote service failed to pin requestid=${goQuote(requestId)}`)
      }

      await delay(Math.min(Math.max((Date.now() - beginMs) / 10, MIN_LOOK_AFTER_MS), MAX_LOOK_AFTER_MS), options.signal)
    }
  }

  async #page (
    { name = '', cids = [], statuses }: RemotePinFilter,
    { limit, before }: { limit: number; before?: string },
    options: CallOptions
  ): Promise<{ count: number; pins: RemotePin[] }> {
    const query = new URLSearchParams()
    if (cids.length > 0) {
      query.set('cid', cids.map((cid) => cidText(cid)).join(','))
    }
    if (statuses.length > 0) {
      query.set('status', statuses.join(','))
    }
    query.set('limit', String(limit))
    if (name !== '') {
      query.set('name', name)
    }
    if (before != null) {
      query.set('before', before)
    }
    return readRemotePins(await this.#call('GET', `/pins?${query}`, options))
  }

  async #call (method: ServiceCall['method'], path: string, { signal }: CallOptions, body?: unknown): Promise<unknown> {
    return await callService({ ...this.#access, method, path, body }, { signal })
  }
}

function pinPath (requestId: string): string {
  return `/pins/${encodeURIComponent(requestId)}`
}

function pinBody ({ cid, name = '', origins = [] }: NewRemotePin): unknown {
  return { cid: cidText(cid), ...name === '' ? {} : { name }, ...origins.length === 0 ? {} : { origins } }
}
