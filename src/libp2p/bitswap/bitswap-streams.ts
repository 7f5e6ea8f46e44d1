import type { Connection, Libp2p, PeerId, Stream } from '@libp2p/interface'
import { Slots } from '../../async/locks/slots.ts'
import { timeLimit } from '../../async/signals/time-limit.ts'
import { later } from '../../async/timers/later.ts'
import { meteredFrames } from '../streams/metered-frames.ts'
import type { MemoryReport } from '../streams/metered-frames.ts'
import { writeStream } from '../streams/write-stream.ts'
import type { BitswapNetwork, BitswapReceiver } from './bitswap-network.ts'

const PROTOCOL = '/ipfs/bitswap/1.2.0'

/** Largest message of other implementations (boxo `bitswap/network`: 4 MiB, plus what surrounds a block). */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024 + 64 * 1024

/**
 * Time after which a peer that takes nothing is given up (boxo `maxSendTimeout`: 2 min; here its messages occupy
 * memory).
 */
const SEND_TIMEOUT_MS = 60_000

/**
 * Streams that a peer may have open to this node. Kubo opens one per message, without waiting for earlier ones to end.
 */
const MAX_STREAMS = 1024

/** Streams of one peer that are read concurrently, which bounds the memory of messages. */
const MAX_READ = 4

/** Time that further streams wait for their turn. */
const READ_TIMEOUT_MS = 60_000

/** Time in which a stream that was read must close before it is reset. */
const CLOSE_MS = 10_000

/** Time after which bitswap is tried with a peer that has not named its protocols. */
const TRY_MS = 5000

interface Peer {
  id: PeerId
  /** stream for messages, also while it is being opened, and its connection */
  stream?: Promise<Stream>
  over?: Connection
  /** aborts when replaced by a newer connection */
  newer: AbortController
  last: Promise<unknown>
}

/**
 * Bitswap over libp2p streams: one for all messages to a peer, opened for the first message, and as many from the peer
 * as it likes, within bounds.
 */
export class BitswapStreams implements BitswapNetwork {
  readonly #libp2p: Libp2p
  readonly #reportMemory: MemoryReport
  readonly #peers = new Map<string, Peer>()
  readonly #identified = new WeakSet<Connection>()
  readonly #reading = new WeakMap<Connection, Slots>()
  #topology: string | undefined
  #unlisten = (): void => {}

  /**
   * Creates the streams.
   *
   * @param held - called with changes of the memory that partly received messages occupy
   */
  constructor (libp2p: Libp2p, reportMemory: MemoryReport = () => {}) {
    this.#libp2p = libp2p
    this.#reportMemory = reportMemory
  }

  async start (receiver: BitswapReceiver): Promise<void> {
    await this.#libp2p.handle(PROTOCOL, async (stream, connection) => {
      await this.#read(stream, connection, receiver)
    }, { maxInboundStreams: MAX_STREAMS, maxOutboundStreams: MAX_STREAMS })

    const gone = (id: PeerId): void => {
      if (this.#peers.delete(id.toString())) {
        receiver.disconnected(id.toString())
      }
    }

    // What a peer says about itself may be lost: in Firefox, identify messages of Go peers over WebTransport can arrive
    // with the end of the stream, and are dropped.
    const identified = ({ detail: { connection } }: CustomEvent<{ connection: Connection }>): void => {
      this.#identified.add(connection)
      this.#prefer(connection)
    }

    const opened = ({ detail }: CustomEvent<Connection>): void => {
      later(() => {
        void this.#try(detail, receiver)
      }, TRY_MS)
    }
    this.#libp2p.addEventListener('peer:identify', identified)
    this.#libp2p.addEventListener('connection:open', opened)

    // Topologies do not report peers that were not identified, and libp2p counts a relayed peer as connected.
    const closed = ({ detail }: CustomEvent<Connection>): void => {
      if (this.#connection(detail.remotePeer, detail) == null) {
        gone(detail.remotePeer)
      }
    }

    this.#libp2p.addEventListener('connection:close', closed)

    this.#unlisten = () => {
      this.#libp2p.removeEventListener('peer:identify', identified)
      this.#libp2p.removeEventListener('connection:open', opened)
      this.#libp2p.removeEventListener('connection:close', closed)
    }

    this.#topology = await this.#libp2p.register(PROTOCOL, {
      onConnect: (id) => {
        this.#meet(id, receiver)
      },
      onDisconnect: gone
    })
  }

  async stop (): Promise<void> {
    this.#unlisten()
    this.#libp2p.unregister(this.#topology ?? '')
    await this.#libp2p.unhandle(PROTOCOL)
  }

  async send (peer: string, message: Uint8Array, { signal }: { signal: AbortSignal }): Promise<void> {
    const to = this.#peers.get(peer)

    if (to == null) {
      throw new Error(`not connected to ${peer}`)
    }

    const sent = to.last.then(async () => {
      const limited = timeLimit(SEND_TIMEOUT_MS, signal)

      for (let mayFail = true;; mayFail = false) {
        const { signal: newer } = to.newer

        try {
          const stream = await (to.stream ??= this.#open(to, AbortSignal.any([limited, newer])))
          await writeStream(stream, message, { signal: limited }).catch((err: Error) => {
            stream.abort(err)
            throw err
          })
          return
        } catch (err) {
          to.stream = undefined
          limited.throwIfAborted()

          // The peer may have closed an idle stream.
          if (!mayFail && !newer.aborted) {
            throw err
          }
        }
      }
    })

    to.last = sent.catch(() => {})
    await sent
  }

  drop (peer: string): void {
    this.#libp2p.getConnections(this.#peers.get(peer)?.id).filter(({ remotePeer }) => remotePeer.toString() === peer)
      .forEach((connection) => {
        connection.abort(new Error('the peer violates the bitswap protocol'))
      })
  }

  #meet (id: PeerId, receiver: BitswapReceiver): void {
    if (!this.#peers.has(id.toString())) {
      this.#peers.set(id.toString(), { id, newer: new AbortController(), last: Promise.resolve() })
      receiver.connected(id.toString())
    }
  }

  /** Tries whether an unidentified peer speaks bitswap. */
  async #try (connection: Connection, receiver: BitswapReceiver): Promise<void> {
    const { remotePeer, limits, status } = connection

    if (
      status !== 'open' || limits != null || this.#identified.has(connection) || this.#peers.has(remotePeer.toString())
    ) {
      return
    }

    try {
      const stream = await this.#open({ id: remotePeer }, timeLimit(TRY_MS))
      await stream.close({ signal: timeLimit(CLOSE_MS) })

      if (connection.status === 'open') {
        this.#meet(remotePeer, receiver)
      }
    } catch {} // it does not
  }

  /**
   * Moves pending messages of a peer to this connection: a peer that connects again has lost its previous connection,
   * which may go unnoticed for long.
   */
  #prefer (connection: Connection): void {
    const to = connection.limits == null ? this.#peers.get(connection.remotePeer.toString()) : undefined

    if (to?.over != null && to.over !== connection && this.#connection(connection.remotePeer) === connection) {
      const reason = new Error('replaced by a newer connection')
      to.newer.abort(reason)
      to.newer = new AbortController()
      to.stream?.then((stream) => {
        stream.abort(reason)
      }, () => {})
    }
  }

  /** Returns the newest connection. Relayed ones have limits and carry no blocks. */
  #connection (id: PeerId, besides?: Connection): Connection | undefined {
    const direct = this.#libp2p.getConnections(id).filter((connection) =>
      connection !== besides && connection.limits == null && connection.status === 'open'
    )
    return direct.sort((a, b) => b.timeline.open - a.timeline.open)[0]
  }

  async #open (to: Pick<Peer, 'id' | 'over'>, signal: AbortSignal): Promise<Stream> {
    const connection = this.#connection(to.id)
    to.over = connection

    if (connection == null) {
      throw new Error(`not connected to ${to.id}`)
    }

    const stream = await connection.newStream(PROTOCOL, { signal, maxOutboundStreams: MAX_STREAMS })
    // The stream is used for sending only.
    await stream.closeRead({ signal }).catch(() => {})
    return stream
  }

  async #read (stream: Stream, connection: Connection, receiver: BitswapReceiver): Promise<void> {
    const { remotePeer } = connection
    const slots = this.#reading.get(connection) ?? new Slots(MAX_READ)
    this.#reading.set(connection, slots)
    let free = (): void => {}

    // Its wants may arrive before it has named its protocols, and it sends them only once.
    if (connection.status === 'open') {
      this.#meet(remotePeer, receiver)
    }

    try {
      free = await slots.take(timeLimit(READ_TIMEOUT_MS))

      for await (
        const message of meteredFrames(stream, MAX_MESSAGE_BYTES, (bytes) => {
          this.#reportMemory(connection, bytes)
        })
      ) {
        // The state of a disconnected peer must not be recreated: nothing would delete it.
        if (this.#peers.has(remotePeer.toString())) {
          await receiver.received(remotePeer.toString(), message)
        }
      }

      // The next stream may be read now: over WebRTC a close waits for the other end, which Go delays.
      free()
      await stream.close({ signal: timeLimit(CLOSE_MS) })
    } catch (err) {
      stream.abort(err as Error)
    } finally {
      free()
    }
  }
}
