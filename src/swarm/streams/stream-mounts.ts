import { multiaddr } from '@multiformats/multiaddr'
import type { Multiaddr } from '@multiformats/multiaddr'
import { timeLimit } from '../../async/signals/time-limit.ts'
import type { ByteDuplex } from '../../bytes/byte-duplex.ts'
import { errorMessage } from '../../go/text/error-message.ts'
import type { PeerAddresses } from '../../net/addresses/peer-addresses.ts'
import type { LazySwarm } from '../lazy-swarm.ts'
import type { PeerStream, Swarm } from '../swarm.ts'
import { pipeBothWays } from './pipe-both-ways.ts'
import type { OpenListener, StreamListener } from './stream-listener.ts'
import type { StreamSockets } from './stream-sockets.ts'

/** A stream that is forwarded by this node (Kubo `p2p/stream.go`). */
export interface MountedStream {
  /** Counted from 0. */
  id: number
  protocol: string
  origin: Multiaddr
  target: Multiaddr
}

/** The timeout for opening a stream to a peer (Kubo `p2p/local.go`), and for connecting to its target. */
const OPEN_MS = 30_000

export interface StreamMountsInit {
  /** Peer ID of this node. */
  self: string
  /** Undefined if the node is no peer, so that its services are unreachable. */
  swarm: LazySwarm | undefined
  /** Called with the errors of streams. */
  warn: (text: string, details: Record<string, string>) => void
}

export interface Offer {
  protocol: string
  targetAddress: Multiaddr
  /**
   * Connects an incoming stream to its target.
   *
   * @throws an Error if the target is unreachable
   */
  connect: (stream: PeerStream, options: { signal: AbortSignal }) => Promise<ByteDuplex>
}

interface Open {
  listener: StreamListener
  end: () => void
}

interface OpenOffer extends Open {
  offer: Offer
  /** Stops accepting streams in the running swarm; undefined if none accepts them yet. */
  unhandle?: () => Promise<void>
}

/**
 * Forwards streams of other protocols between peers and sockets or pages (Kubo `p2p/`). Listeners are in memory: none
 * is left when the node stops, as in Kubo.
 */
export class StreamMounts {
  readonly #init: StreamMountsInit
  /** The services that peers may connect to, by protocol. */
  readonly #offers = new Map<string, OpenOffer>()
  /** The listening sockets that are forwarded to a peer, by address. */
  readonly #forwards = new Map<string, Open>()
  readonly #streams = new Map<number, { stream: MountedStream; abort: (reason: Error) => void }>()
  #nextId = 0

  constructor (init: StreamMountsInit) {
    this.#init = init
    // A new swarm does not know the protocols yet.
    init.swarm?.watch((swarm) => {
      this.#offers.forEach(({ offer }) => {
        this.#handle(swarm, offer).catch(() => {})
      })
    })
  }

  /**
   * Offers a service: peers may open streams of its protocol from now on.
   *
   * @param options.startsSwarm - starts the swarm, so that peers can connect; default yes
   * @throws an Error if the service is offered already, or the node itself uses the protocol
   */
  async offer (offer: Offer, { startsSwarm = true }: { startsSwarm?: boolean } = {}): Promise<OpenListener> {
    const { protocol, targetAddress } = offer
    const { swarm, self } = this.#init

    if (this.#offers.has(protocol)) {
      throw new Error('listener already registered')
    }

    const listener = { protocol, listenAddress: multiaddr(`/p2p/${self}`), targetAddress }
    const { ended, end } = createEnding()
    const open: OpenOffer = {
      listener,
      offer,
      end: () => {
        end()
        open.unhandle?.().catch(() => {})
      }
    }
    this.#offers.set(protocol, open)

    try {
      if (swarm?.opened != null) {
        await this.#handle(swarm.opened, offer)
      }
    } catch (err) {
      this.#offers.delete(protocol)
      throw err
    }

    if (startsSwarm) {
      swarm?.get().catch(() => {}) // a caller that needs the swarm gets the error
    }

    return { listener, ended }
  }

  /**
   * Forwards connections at a local socket to a peer, as streams of a protocol.
   *
   * @throws an Error if the address cannot be listened on, or is in use
   */
  async forward (
    { protocol, address, peer, sockets }: {
      protocol: string
      address: Multiaddr
      peer: PeerAddresses
      sockets: StreamSockets
    }
  ): Promise<OpenListener> {
    const { address: listenAddress, close } = await sockets.listen(address, (socket, origin) => {
      void this.#toPeer(socket, { origin, protocol, peer })
    })
    const listener = { protocol, listenAddress, targetAddress: multiaddr(`/p2p/${peer.ID}`) }
    const { ended, end } = createEnding()
    this.#forwards.set(listenAddress.toString(), {
      listener,
      end: () => {
        close()
        end()
      }
    })
    return { listener, ended }
  }

  /**
   * Opens a stream to a peer, for `carry`.
   *
   * @throws an Error if dialing fails, or the peer does not support the protocol
   */
  async open (peer: PeerAddresses, protocol: string, { signal }: { signal: AbortSignal }): Promise<PeerStream> {
    const limited = timeLimit(OPEN_MS, signal)
    const swarm = await this.#swarm().get(limited)
    await swarm.connect(peer, { signal: limited })
    return await swarm.openStream(peer.ID, protocol, { signal: limited })
  }

  /** Copies bytes between both ends, and lists the stream meanwhile. Never rejects. */
  async carry (stream: Omit<MountedStream, 'id'>, local: ByteDuplex, remote: ByteDuplex): Promise<void> {
    const id = this.#nextId++
    this.#streams.set(id, {
      stream: { id, ...stream },
      abort: (reason) => {
        local.abort(reason)
        remote.abort(reason)
      }
    })
    // The end that has aborted it knows the reason.
    await pipeBothWays(local, remote).catch(() => {})
    this.#streams.delete(id)
  }

  /** Returns all listeners, those at sockets first, each kind sorted. */
  list (): StreamListener[] {
    const sorted = (all: Iterable<Open>, by: (listener: StreamListener) => string): StreamListener[] =>
      [...all].map(({ listener }) => listener).sort((a, b) => by(a) < by(b) ? -1 : 1)
    return [
      ...sorted(this.#forwards.values(), ({ listenAddress }) => listenAddress.toString()),
      ...sorted(this.#offers.values(), ({ protocol }) => protocol)
    ]
  }

  /**
   * Closes matching listeners, but not their streams.
   *
   * @returns the number of closed listeners
   */
  close (matches: (listener: StreamListener) => boolean): number {
    const closing = [...this.#forwards.entries(), ...this.#offers.entries()].filter(([, { listener }]) =>
      matches(listener)
    )

    for (const [key, open] of closing) {
      this.#forwards.delete(key)
      this.#offers.delete(key)
      open.end()
    }

    return closing.length
  }

  /** Returns the open streams, in the order in which they were opened. */
  streams (): MountedStream[] {
    return [...this.#streams.values()].map(({ stream }) => stream)
  }

  /** Aborts a stream, if it exists. */
  closeStream (id: number): void {
    this.#streams.get(id)?.abort(new Error('the stream was closed'))
  }

  stop (): void {
    this.close(() => true)
    this.#streams.forEach(({ abort }) => {
      abort(new Error('the node has stopped'))
    })
  }

  #swarm (): LazySwarm {
    if (this.#init.swarm == null) {
      throw new Error('this node has no peers')
    }

    return this.#init.swarm
  }

  async #handle (swarm: Swarm, offer: Offer): Promise<void> {
    const unhandle = await swarm.handleStreams(offer.protocol, (stream) => {
      void this.#fromPeer(stream, offer)
    })
    const open = this.#offers.get(offer.protocol)

    if (open?.offer === offer) {
      open.unhandle = unhandle
    } else {
      await unhandle()
    }
  }

  async #fromPeer (remote: PeerStream, { protocol, targetAddress, connect }: Offer): Promise<void> {
    try {
      const local = await connect(remote, { signal: timeLimit(OPEN_MS) })
      await this.carry({ protocol, origin: multiaddr(`/p2p/${remote.peer}`), target: targetAddress }, local, remote)
    } catch (err) {
      remote.abort(err as Error)
      this.#init.warn('a stream was refused', { protocol, peer: remote.peer, reason: errorMessage(err) })
    }
  }

  async #toPeer (
    local: ByteDuplex,
    { origin, protocol, peer }: { origin: Multiaddr; protocol: string; peer: PeerAddresses }
  ): Promise<void> {
    try {
      const remote = await this.open(peer, protocol, { signal: timeLimit(OPEN_MS) })
      await this.carry({ protocol, origin, target: multiaddr(`/p2p/${peer.ID}`) }, local, remote)
    } catch (err) {
      local.abort(err as Error)
      this.#init.warn('no stream to a peer', { protocol, peer: peer.ID, reason: errorMessage(err) })
    }
  }
}

function createEnding (): { ended: Promise<void>; end: () => void } {
  let end = (): void => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { ended, end }
}
