import type { Connection, Libp2p, PeerId, Stream } from '@libp2p/interface'
import { later } from '../async/later.ts'
import { timeLimit } from '../async/time-limit.ts'
import type { BitswapNetwork, BitswapReceiver } from './bitswap/bitswap-network.ts'
import { Slots } from '../async/slots.ts'
import { heldFrames } from './held-frames.ts'
import type { Held } from './held-frames.ts'
import { writeStream } from './write-stream.ts'

const PROTOCOL = '/ipfs/bitswap/1.2.0'

/** Others send no larger message (boxo `bitswap/network`, 4 MiB, and what stands around a block). */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024 + 64 * 1024

/** A peer that takes nothing for so long is given up (boxo `maxSendTimeout`, 2 min; here its messages hold memory). */
const SEND_TIMEOUT_MS = 60_000

/** Streams that one peer may have open to this node. Kubo opens one a message, and does not wait for the end of those before. */
const MAX_STREAMS = 1024

/** Those of one peer that are read at one time: what bounds the memory that messages take. */
const MAX_READ = 4

/** Further ones wait for so long. */
const READ_TIMEOUT_MS = 60_000

/** A stream that was read to its end is closed in this time, or reset. */
const CLOSE_MS = 10_000

/** A peer that has not said so long which protocols it speaks is asked for this one. */
const TRY_MS = 5000

interface Peer {
  id: PeerId
  /** which messages go over, also while it is opened, and over which connection that is */
  stream?: Promise<Stream>
  over?: Connection
  /** aborts when there is a newer connection */
  newer: AbortController
  last: Promise<unknown>
}

/**
 * Bitswap over the streams of libp2p: one for all messages to a peer, opened by the first, and as many as the peer likes, within
 * bounds, for those from it.
 */
export class BitswapStreams implements BitswapNetwork {
  readonly #libp2p: Libp2p
  readonly #held: Held
  readonly #peers = new Map<string, Peer>()
  readonly #identified = new WeakSet<Connection>()
  readonly #reading = new WeakMap<Connection, Slots>()
  #topology: string | undefined
  #unlisten = (): void => {}

  /** @param held - told of what messages that have come in part take in memory: more bytes, or fewer */
  constructor (libp2p: Libp2p, held: Held = () => {}) {
    this.#libp2p = libp2p
    this.#held = held
  }

  async start (receiver: BitswapReceiver): Promise<void> {
    await this.#libp2p.handle(PROTOCOL, async (stream, connection) => { await this.#read(stream, connection, receiver) }, { maxInboundStreams: MAX_STREAMS, maxOutboundStreams: MAX_STREAMS })

    const gone = (id: PeerId): void => {
      if (this.#peers.delete(id.toString())) {
        receiver.disconnected(id.toString())
      }
    }

    // what a peer says of itself may be lost: of those of Go over WebTransport Firefox takes no word that comes together with the end of a stream
    const identified = ({ detail: { connection } }: CustomEvent<{ connection: Connection }>): void => {
      this.#identified.add(connection)
      this.#prefer(connection)
    }

    const opened = ({ detail }: CustomEvent<Connection>): void => { later(() => { void this.#try(detail, receiver) }, TRY_MS) }
    this.#libp2p.addEventListener('peer:identify', identified)
    this.#libp2p.addEventListener('connection:open', opened)

    // topologies are told nothing of a peer that has not said who it is, and libp2p calls one connected that is so through a relay alone
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

    this.#topology = await this.#libp2p.register(PROTOCOL, { onConnect: (id) => { this.#meet(id, receiver) }, onDisconnect: gone })
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

      for (let mayFail = true; ; mayFail = false) {
        const { signal: newer } = to.newer

        try {
          const stream = await (to.stream ??= this.#open(to, AbortSignal.any([limited, newer])))
          await writeStream(stream, message, { signal: limited }).catch((err: Error) => { stream.abort(err); throw err })
          return
        } catch (err) {
          to.stream = undefined
          limited.throwIfAborted()

          // the peer may have closed a stream that was not used for long
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
      .forEach((connection) => { connection.abort(new Error('the peer does not keep to bitswap')) })
  }

  #meet (id: PeerId, receiver: BitswapReceiver): void {
    if (!this.#peers.has(id.toString())) {
      this.#peers.set(id.toString(), { id, newer: new AbortController(), last: Promise.resolve() })
      receiver.connected(id.toString())
    }
  }

  /** Whether a peer speaks bitswap that has not said what it speaks. */
  async #try (connection: Connection, receiver: BitswapReceiver): Promise<void> {
    const { remotePeer, limits, status } = connection

    if (status !== 'open' || limits != null || this.#identified.has(connection) || this.#peers.has(remotePeer.toString())) {
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

  /** What is on its way over another connection to the same peer goes over this one: who has come anew has lost the one before, which may not be noticed for long. */
  #prefer (connection: Connection): void {
    const to = connection.limits == null ? this.#peers.get(connection.remotePeer.toString()) : undefined

    if (to?.over != null && to.over !== connection && this.#connection(connection.remotePeer) === connection) {
      const reason = new Error('there is a newer connection')
      to.newer.abort(reason)
      to.newer = new AbortController()
      to.stream?.then((stream) => { stream.abort(reason) }, () => {})
    }
  }

  /** The newest. One through a relay has limits, and is no way for blocks. */
  #connection (id: PeerId, besides?: Connection): Connection | undefined {
    const direct = this.#libp2p.getConnections(id).filter((connection) => connection !== besides && connection.limits == null && connection.status === 'open')
    return direct.sort((a, b) => b.timeline.open - a.timeline.open)[0]
  }

  async #open (to: Pick<Peer, 'id' | 'over'>, signal: AbortSignal): Promise<Stream> {
    const connection = this.#connection(to.id)
    to.over = connection

    if (connection == null) {
      throw new Error(`not connected to ${to.id}`)
    }

    const stream = await connection.newStream(PROTOCOL, { signal, maxOutboundStreams: MAX_STREAMS })
    // it only carries messages away
    await stream.closeRead({ signal }).catch(() => {})
    return stream
  }

  async #read (stream: Stream, connection: Connection, receiver: BitswapReceiver): Promise<void> {
    const { remotePeer } = connection
    const slots = this.#reading.get(connection) ?? new Slots(MAX_READ)
    this.#reading.set(connection, slots)
    let free = (): void => {}

    // what it wants may come before it has said which protocols it speaks, and it asks once
    if (connection.status === 'open') {
      this.#meet(remotePeer, receiver)
    }

    try {
      free = await slots.take(timeLimit(READ_TIMEOUT_MS))

      for await (const message of heldFrames(stream, MAX_MESSAGE_BYTES, (bytes) => { this.#held(connection, bytes) })) {
        // of one that has gone meanwhile nothing is kept: nobody would forget it
        if (this.#peers.has(remotePeer.toString())) {
          await receiver.received(remotePeer.toString(), message)
        }
      }

      // the next one may be read: over WebRTC a close waits for the other end, and Go keeps it waiting
      free()
      await stream.close({ signal: timeLimit(CLOSE_MS) })
    } catch (err) {
      stream.abort(err as Error)
    } finally {
      free()
    }
  }
}
