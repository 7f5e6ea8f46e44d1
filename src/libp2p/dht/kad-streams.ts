import type { Connection, Libp2p, PeerId, Stream } from '@libp2p/interface'
import { peerIdFromString } from '@libp2p/peer-id'
import { multiaddr } from '@multiformats/multiaddr'
import type { Multiaddr } from '@multiformats/multiaddr'
import { Slots } from '../../async/locks/slots.ts'
import { ifFound } from '../../async/promises/if-found.ts'
import { timeLimit } from '../../async/signals/time-limit.ts'
import { splitP2p } from '../../net/addresses/split-p2p.ts'
import { DialError } from '../../swarm/swarm-errors.ts'
import { dialFailures } from '../dialing/dial-failures.ts'
import type { MemoryReport } from '../streams/metered-frames.ts'
import { readFrame } from '../streams/read-frame.ts'
import { streamChunks } from '../streams/stream-chunks.ts'
import { withStream } from '../streams/with-stream.ts'
import type { KadAnswer, KadRequest } from './kad-message.ts'
import type { KadNetwork } from './kad-network.ts'
import type { KadPeer } from './kad-peer.ts'
import { readKadAnswer } from './read-kad-answer.ts'
import { RefutedAddresses } from './refuted-addresses.ts'
import { writeKadRequest } from './write-kad-request.ts'

/** go-libp2p `network.MessageSizeMax` */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024

/** Timeouts of connecting, and of an answer (go-libp2p-kad-dht `dhtReadMessageTimeout`). */
const DIAL_MS = 10_000
const ANSWER_MS = 10_000

/** Concurrent dials of all walks: other parts of the node dial too. */
const MAX_DIALS = 24

/** Addresses of one peer that are tried. */
const MAX_ADDRESSES = 8

export interface KadStreamsInit {
  libp2p: Libp2p
  /** returns the reason why an address cannot be dialled here; undefined if it can */
  undialable: (address: Multiaddr) => string | undefined
  reportMemory: MemoryReport
}

/** The DHT over libp2p streams: one per message. Servers accept that as well as several messages per stream. */
export class KadStreams implements KadNetwork {
  readonly self: string
  readonly #libp2p: Libp2p
  readonly #undialable: KadStreamsInit['undialable']
  readonly #reportMemory: MemoryReport
  readonly #dials = new Slots(MAX_DIALS)
  readonly #refuted = new RefutedAddresses()

  constructor ({ libp2p, undialable, reportMemory }: KadStreamsInit) {
    this.self = libp2p.peerId.toString()
    this.#libp2p = libp2p
    this.#undialable = undialable
    this.#reportMemory = reportMemory
  }

  isConnected (peer: string): boolean {
    return this.#connection(peerIdFromString(peer)) != null
  }

  async addressesOf (peer: string): Promise<{ known: Uint8Array[]; connected: Uint8Array[] }> {
    const id = peerIdFromString(peer)
    const known = await ifFound(async () => await this.#libp2p.peerStore.get(id))

    return {
      known: known?.addresses.map(({ multiaddr }) => multiaddr.bytes) ?? [],
      connected: this.#libp2p.getConnections(id).map(({ remoteAddr }) => remoteAddr.bytes)
    }
  }

  async connect ({ id: peer, addresses }: KadPeer, { signal }: { signal: AbortSignal }): Promise<void> {
    const dialable = addresses.flatMap((bytes) => this.#dialable(bytes, peer)).slice(0, MAX_ADDRESSES)

    if (dialable.length === 0) {
      throw new DialError(peer, [])
    }

    const free = await this.#dials.take(signal)

    try {
      await this.#dial(peer, dialable, signal)
    } finally {
      free()
    }
  }

  async #dial (peer: string, addresses: readonly Multiaddr[], signal: AbortSignal): Promise<void> {
    const ways = addresses.filter((address) => !this.#refuted.has(transportOf(address)))

    if (ways.length === 0) {
      const reason = 'several peers were said to be there, and none was'
      throw new DialError(peer, addresses.map((address) => ({ address: transportOf(address), reason })))
    }

    try {
      const { remoteAddr } = await this.#libp2p.dial(ways, { signal: timeLimit(DIAL_MS, signal) })
      this.#refuted.connected(transportOf(remoteAddr))
    } catch (err) {
      // The end of a walk says nothing about an address.
      if (!signal.aborted) {
        ways.forEach((address) => {
          this.#refuted.failed(transportOf(address), peer)
        })
      }

      throw new DialError(peer, dialFailures(err as Error, ways, transportOf))
    }
  }

  async ask (
    peer: string,
    protocol: string,
    request: KadRequest,
    { signal }: { signal: AbortSignal }
  ): Promise<KadAnswer> {
    return await this.#stream(peer, protocol, signal, async (stream, connection) => {
      stream.send(writeKadRequest(request))
      return readKadAnswer(
        await readFrame(stream, MAX_MESSAGE_BYTES, (bytes) => {
          this.#reportMemory(connection, bytes)
        })
      )
    })
  }

  async notify (
    peer: string,
    protocol: string,
    request: KadRequest,
    { signal }: { signal: AbortSignal }
  ): Promise<void> {
    let isSent = false

    try {
      await this.#stream(peer, protocol, signal, async (stream) => {
        stream.send(writeKadRequest(request))
        await stream.close({ signal })
        isSent = true

        // When the other side ends, it has read the message.
        for await (const _ of streamChunks(stream)) {
          // no answer is expected
        }
      })
    } catch (err) {
      // js-libp2p resets the stream of a message that it has accepted, so a reset means nothing.
      if (!isSent || signal.aborted) {
        throw err
      }
    }
  }

  async watch (protocol: string, came: (peer: string) => void, left: (peer: string) => void): Promise<() => void> {
    const topology = await this.#libp2p.register(protocol, {
      onConnect: (id) => {
        came(id.toString())
      },

      onDisconnect: (id) => {
        // A connected peer no longer supports the protocol; a disconnected one may be dialled again.
        if (this.isConnected(id.toString())) {
          left(id.toString())
        }
      }
    })

    return () => {
      this.#libp2p.unregister(topology)
    }
  }

  async #stream<T> (
    peer: string,
    protocol: string,
    signal: AbortSignal,
    use: (stream: Stream, connection: Connection) => Promise<T>
  ): Promise<T> {
    const connection = this.#connection(peerIdFromString(peer))

    if (connection == null) {
      throw new Error(`not connected to ${peer}`)
    }

    const limited = timeLimit(ANSWER_MS, signal)
    return await withStream(
      await connection.newStream(protocol, { signal: limited }),
      limited,
      async (stream) => await use(stream, connection)
    )
  }

  /** Returns a connection without limits; relayed ones carry no DHT messages. */
  #connection (id: PeerId): Connection | undefined {
    return this.#libp2p.getConnections(id).find(({ limits, status }) => limits == null && status === 'open')
  }

  #dialable (bytes: Uint8Array, peer: string): Multiaddr[] {
    try {
      const { id, transport } = splitP2p(multiaddr(bytes))
      const address = multiaddr(`${transport}/p2p/${peer}`)
      return transport == null || (id != null && id !== peer) || this.#undialable(address) != null ? [] : [address]
    } catch {
      return []
    }
  }
}

/** Returns an address as text without the peer. */
function transportOf (address: Multiaddr): string {
  return splitP2p(address).transport ?? ''
}
