import type { Connection, ConnectionGater, Startable, Stream } from '@libp2p/interface'
import { multiaddr } from '@multiformats/multiaddr'
import type { Multiaddr } from '@multiformats/multiaddr'
import { delay } from '../../async/delay.ts'
import { timeLimit } from '../../async/time-limit.ts'
import { addressScope } from '../dht/address-scope.ts'
import { oneFrame } from '../one-frame.ts'
import { useStream } from '../use-stream.ts'
import { addressesToDial } from './addresses-to-dial.ts'
import { AUTO_NAT, DIAL_STATUS, MAX_AUTO_NAT_BYTES } from './auto-nat-message.ts'
import type { AutoNatAnswer, AutoNatRequest } from './auto-nat-message.ts'
import { readAutoNatRequest, writeAutoNatAnswer } from './auto-nat-wire.ts'
import { DialThrottle } from './dial-throttle.ts'
import type { DialLimits } from './dial-throttle.ts'
import { equals } from 'multiformats/bytes'
import { isRelayed } from '../is-relayed.ts'

/** A stream is kept so long, and a peer dialled (go-libp2p `p2p/host/autonat`, `streamTimeout` and `dialTimeout`). */
const STREAM_MS = 60_000
const DIAL_MS = 15_000

/** Streams that one connection may have open for it. */
const MAX_STREAMS = 2

/** What of libp2p it uses. */
export interface AutoNatParts {
  registrar: {
    handle: (protocol: string, handler: (stream: Stream, connection: Connection) => Promise<void>, options: { maxInboundStreams: number }) => Promise<void>
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
  /** one dial takes so long, and so long the answer that there was no way: 15 s unless told otherwise */
  dialMs?: number
  /** dials hosts of this machine and of nets of one's own too, as they are all that a test has */
  anyNet?: boolean
}

/**
 * Answers peers that ask whether they can be reached: dials them and says what came of it (AutoNAT v1, as go-libp2p's
 * `p2p/host/autonat/svc.go`). Not by package @libp2p/autonat, which dials over the connection that is there already and so finds
 * nobody, closes that connection, and has no limits.
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
    await this.#parts.registrar.handle(AUTO_NAT, async (stream, connection) => { await this.#serve(stream, connection) }, { maxInboundStreams: MAX_STREAMS })
  }

  async stop (): Promise<void> {
    this.#stopping.abort(new DOMException('the node has stopped', 'AbortError'))
    await this.#parts.registrar.unhandle(AUTO_NAT)
  }

  async #serve (stream: Stream, connection: Connection): Promise<void> {
    await useStream(stream, timeLimit(STREAM_MS, this.#stopping.signal), async () => {
      const request = readAutoNatRequest(await oneFrame(stream, MAX_AUTO_NAT_BYTES))

      if (request == null) {
        throw new Error('a message that asks for nothing')
      }

      stream.send(writeAutoNatAnswer(await this.#answer(request.peer, connection)))
    }).catch(() => {}) // it was told by the reset of its stream
  }

  async #answer (asked: AutoNatRequest | undefined, { remotePeer, remoteAddr }: Pick<Connection, 'remotePeer' | 'remoteAddr'>): Promise<AutoNatAnswer> {
    if (asked == null) {
      return { status: DIAL_STATUS.badRequest, text: 'missing peer info' }
    }

    if (asked.id != null && !equals(asked.id, remotePeer.toMultihash().bytes)) {
      return { status: DIAL_STATUS.badRequest, text: 'peer id mismatch' }
    }

    if (!this.#isOfUse(remoteAddr)) {
      return { status: DIAL_STATUS.dialRefused, text: 'refusing to dial peer with blocked observed address' }
    }

    const addresses = addressesToDial(remoteAddr, asked.addresses, (address) => this.#isOfUse(address) && this.#parts.transportManager.dialTransportForMultiaddr(address) != null)
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
    return address == null ? { status: DIAL_STATUS.dialError, text: 'dial failed' } : { status: DIAL_STATUS.ok, address: address.bytes }
  }

  /** Whether somebody there can be dialled for who asks: in the internet, and not on this host (go-libp2p `dialpolicy.go`). */
  #isOfUse (address: Multiaddr): boolean {
    const [host] = address.getComponents()
    return !isRelayed(address) && (this.#anyNet || (addressScope(address.bytes) === 'public' && !this.#parts.addressManager.getAddresses().some((own) => own.getComponents()[0]?.value === host.value)))
  }

  /** The first address at which a peer answers that has the ID; its connection is not kept. Undefined where there is none, and not before the time is over: who asks learns nothing from how long it took. */
  async #dial (peer: string, addresses: readonly Multiaddr[]): Promise<Multiaddr | undefined> {
    const ends = timeLimit(this.#dialMs, this.#stopping.signal)
    const found = new AbortController()

    try {
      return await Promise.any(addresses.map(async (address) => {
        // not by the connection manager, which takes a connection that is there, or a dial that is under way, for what is asked
        const connection = await this.#parts.transportManager.dial(multiaddr(`${address}/p2p/${peer}`), { signal: AbortSignal.any([ends, found.signal]) })
        await connection.close({ signal: ends }).catch((err: Error) => { connection.abort(err) })
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
