import type { Connection, ConnectionGater, Startable, Stream } from '@libp2p/interface'
import { multiaddr } from '@multiformats/multiaddr'
import type { Multiaddr } from '@multiformats/multiaddr'
import { equals } from 'multiformats/bytes'
import { timeLimit } from '../../async/signals/time-limit.ts'
import { delay } from '../../async/timers/delay.ts'
import { addressScope, isRelayed } from '../addresses/address-scope.ts'
import { readFrame } from '../streams/read-frame.ts'
import { withStream } from '../streams/with-stream.ts'
import { addressesToDial } from './addresses-to-dial.ts'
import { AUTO_NAT, DIAL_STATUS, MAX_AUTO_NAT_BYTES } from './auto-nat-message.ts'
import type { AutoNatAnswer, AutoNatRequest } from './auto-nat-message.ts'
import { readAutoNatRequest, writeAutoNatAnswer } from './auto-nat-wire.ts'
import { DialThrottle } from './dial-throttle.ts'
import type { DialLimits } from './dial-throttle.ts'

/** Timeouts of a stream and of a dial (go-libp2p `p2p/host/autonat`, `streamTimeout` and `dialTimeout`). */
const STREAM_MS = 60_000
const DIAL_MS = 15_000

/** Streams that one connection may have open for this protocol. */
const MAX_STREAMS = 2

/** The parts of libp2p that the service uses. */
export interface AutoNatParts {
  registrar: {
    handle: (
      protocol: string,
      handler: (stream: Stream, connection: Connection) => Promise<void>,
      options: { maxInboundStreams: number }
    ) => Promise<void>
    unhandle: (protocol: string) => Promise<void>
  }
  transportManager: {
    dial: (address: Multiaddr, options: { signal: AbortSignal }) => Promise<Connection>
    dialTransportForMultiaddr: (address: Multiaddr) => unknown
  }
  addressManager: { getAddresses: () => Multiaddr[] }
  connectionGater: Pick<ConnectionGater, 'denyDialMultiaddr'>
}

export interface AutoNatOptions {
  limits: DialLimits
  /** duration of a dial, and of the answer to one that failed; default 15 s */
  dialMs?: number
  /** also dials local and private hosts; for tests, which have no others */
  anyNet?: boolean
}

/**
 * Server of AutoNAT v1: dials peers that ask whether they can be reached, and reports the result (go-libp2p
 * `p2p/host/autonat/svc.go`). Replaces @libp2p/autonat, which reuses the existing connection for the dial and so
 * reaches no peer, closes that connection, and has no limits.
 */
export class AutoNatService implements Startable {
  readonly #parts: AutoNatParts
  readonly #throttle: DialThrottle
  readonly #dialMs: number
  readonly #anyNet: boolean
  #stopping = new AbortController()

  constructor (parts: AutoNatParts, { limits, dialMs = DIAL_MS, anyNet = false }: AutoNatOptions) {
    this.#parts = parts
    this.#throttle = new DialThrottle(limits)
    this.#dialMs = dialMs
    this.#anyNet = anyNet
  }

  async start (): Promise<void> {
    this.#stopping = new AbortController()
    await this.#parts.registrar.handle(AUTO_NAT, async (stream, connection) => {
      await this.#serve(stream, connection)
    }, { maxInboundStreams: MAX_STREAMS })
  }

  async stop (): Promise<void> {
    this.#stopping.abort(new DOMException('the node has stopped', 'AbortError'))
    await this.#parts.registrar.unhandle(AUTO_NAT)
  }

  async #serve (stream: Stream, connection: Connection): Promise<void> {
    await withStream(stream, timeLimit(STREAM_MS, this.#stopping.signal), async () => {
      const request = readAutoNatRequest(await readFrame(stream, MAX_AUTO_NAT_BYTES))

      if (request == null) {
        throw new Error('the message is not a request')
      }

      stream.send(writeAutoNatAnswer(await this.#answer(request.peer, connection)))
    }).catch(() => {}) // the peer notices the reset of the stream
  }

  async #answer (
    asked: AutoNatRequest | undefined,
    { remotePeer, remoteAddr }: Pick<Connection, 'remotePeer' | 'remoteAddr'>
  ): Promise<AutoNatAnswer> {
    if (asked == null) {
      return { status: DIAL_STATUS.badRequest, text: 'missing peer info' }
    }

    if (asked.id != null && !equals(asked.id, remotePeer.toMultihash().bytes)) {
      return { status: DIAL_STATUS.badRequest, text: 'peer id mismatch' }
    }

    if (!this.#isOfUse(remoteAddr)) {
      return { status: DIAL_STATUS.dialRefused, text: 'refusing to dial peer with blocked observed address' }
    }

    const addresses = addressesToDial(
      remoteAddr,
      asked.addresses,
      (address) => this.#isOfUse(address) && this.#parts.transportManager.dialTransportForMultiaddr(address) != null
    )
    const allowed: Multiaddr[] = []

    for (const address of addresses) {
      if (await this.#parts.connectionGater.denyDialMultiaddr?.(address) !== true) {
        allowed.push(address)
      }
    }

    if (allowed.length === 0) {
      return { status: DIAL_STATUS.dialRefused, text: 'no dialable addresses' }
    }

    if (!this.#throttle.take(remotePeer.toString())) {
      return { status: DIAL_STATUS.dialRefused, text: 'too many dials' }
    }

    const address = await this.#dial(remotePeer.toString(), allowed)
    return address == null
      ? { status: DIAL_STATUS.dialError, text: 'dial failed' }
      : { status: DIAL_STATUS.ok, address: address.bytes }
  }

  /**
   * Returns whether an address may be dialled for others: on the internet, and not on this host (go-libp2p
   * `dialpolicy.go`).
   */
  #isOfUse (address: Multiaddr): boolean {
    const [host] = address.getComponents()
    return !isRelayed(address) &&
      (this.#anyNet ||
        (addressScope(address.bytes) === 'public' &&
          !this.#parts.addressManager.getAddresses().some((own) => own.getComponents()[0]?.value === host.value)))
  }

  /**
   * Returns the first address at which a peer with this ID answers; its connection is closed. Otherwise returns
   * undefined, but not before the timeout, so that the duration reveals nothing to the requester.
   */
  async #dial (peer: string, addresses: readonly Multiaddr[]): Promise<Multiaddr | undefined> {
    const ends = timeLimit(this.#dialMs, this.#stopping.signal)
    const found = new AbortController()

    try {
      return await Promise.any(addresses.map(async (address) => {
        // Bypasses the connection manager, which would reuse an existing connection or a running dial.
        const connection = await this.#parts.transportManager.dial(multiaddr(`${address}/p2p/${peer}`), {
          signal: AbortSignal.any([ends, found.signal])
        })
        await connection.close({ signal: ends }).catch((err: Error) => {
          connection.abort(err)
        })
        return address
      }))
    } catch {
      await delay(this.#dialMs, ends).catch(() => {})
      return undefined
    } finally {
      found.abort()
    }
  }
}
