import { multiaddr } from '@multiformats/multiaddr'
import type { Multiaddr } from '@multiformats/multiaddr'
import { timeLimit } from '../../async/time-limit.ts'
import { errorMessage } from '../../go/error-message.ts'
import type { PeerAddresses } from '../../net/peer-addresses.ts'
import type { LazySwarm } from '../lazy-swarm.ts'
import type { Swarm } from '../swarm.ts'
import type { ByteDuplex } from '../../bytes/byte-duplex.ts'
import type { MountedStream } from './mounted-stream.ts'
import type { PeerStream } from './peer-stream.ts'
import { pipeBothWays } from './pipe-both-ways.ts'
import type { OpenListener, StreamListener } from './stream-listener.ts'
import type { StreamSockets } from './stream-sockets.ts'

/** A stream to another peer is opened in this time (Kubo `p2p/local.go`), and so is what it ends at. */
const OPEN_MS = 30_000

export interface StreamMountsInit {
  /** ID of this node */
  self: string
  /** undefined for a node that is no peer: what it offers nobody comes for */
  swarm: LazySwarm | undefined
  /** told of what could not be carried */
  warn: (text: string, details: Record<string, string>) => void
}

export interface Offer {
  protocol: string
  targetAddress: Multiaddr
  /** Connects a stream that has come to what it goes to. @throws why that is not there */
  connect: (stream: PeerStream, options: { signal: AbortSignal }) => Promise<ByteDuplex>
}

interface Open { listener: StreamListener, end: () => void }

interface OpenOffer extends Open {
  offer: Offer
  /** the swarm that runs takes no more streams of it; undefined while none has begun to */
  unhandle?: () => Promise<void>
}

/**
 * Streams of protocols that this node does not speak itself, carried between peers and somebody else: a socket of the machine, a page
 * (Kubo `p2p/`). In memory: none is left when the node stops, as in Kubo.
 */
export class StreamMounts {
  readonly #init: StreamMountsInit
  /** what peers may open, by protocol */
  readonly #offers = new Map<string, OpenOffer>()
  /** sockets whose connections go to a peer, by address */
  readonly #forwards = new Map<string, Open>()
  readonly #streams = new Map<number, { stream: MountedStream, abort: (reason: Error) => void }>()
  #nextId = 0

  constructor (init: StreamMountsInit) {
    this.#init = init
    // another one begins with no protocols of ours
    init.swarm?.watch((swarm) => { this.#offers.forEach(({ offer }) => { this.#handle(swarm, offer).catch(() => {}) }) })
  }

  /**
   * Lets peers open streams of a protocol from now on.
   *
   * @param options.startsSwarm - starts the swarm, so that peers can come; yes when left out
   * @throws an Error when somebody has offered it, or the node speaks it itself
   */
  async offer (offer: Offer, { startsSwarm = true }: { startsSwarm?: boolean } = {}): Promise<OpenListener> {
    const { protocol, targetAddress } = offer
    const { swarm, self } = this.#init

    if (this.#offers.has(protocol)) {
      throw new Error('listener already registered')
    }

    const listener = { protocol, listenAddress: multiaddr(`/p2p/${self}`), targetAddress }
    const { ended, end } = ending()
    const open: OpenOffer = { listener, offer, end: () => { end(); open.unhandle?.().catch(() => {}) } }
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
      swarm?.get().catch(() => {}) // a caller that needs it gets the reason
    }

    return { listener, ended }
  }

  /**
   * What connects to a socket of the machine goes to a peer by streams of a protocol.
   *
   * @throws an Error when the address cannot be listened on, or somebody does
   */
  async forward ({ protocol, address, peer, sockets }: { protocol: string, address: Multiaddr, peer: PeerAddresses, sockets: StreamSockets }): Promise<OpenListener> {
    const { address: listenAddress, close } = await sockets.listen(address, (socket, origin) => { void this.#toPeer(socket, { origin, protocol, peer }) })
    const listener = { protocol, listenAddress, targetAddress: multiaddr(`/p2p/${peer.ID}`) }
    const { ended, end } = ending()
    this.#forwards.set(listenAddress.toString(), { listener, end: () => { close(); end() } })
    return { listener, ended }
  }

  /** A stream to a peer, for who carries it further by `carry`. @throws what the dial throws; an Error when the peer does not speak the protocol */
  async open (peer: PeerAddresses, protocol: string, { signal }: { signal: AbortSignal }): Promise<PeerStream> {
    const limited = timeLimit(OPEN_MS, signal)
    const swarm = await this.#swarm().get(limited)
    await swarm.connect(peer, { signal: limited })
    return await swarm.openStream(peer.ID, protocol, { signal: limited })
  }

  /** Carries bytes between the two ends, and lists them meanwhile. Never rejects. */
  async carry (stream: Omit<MountedStream, 'id'>, local: ByteDuplex, remote: ByteDuplex): Promise<void> {
    const id = this.#nextId++
    this.#streams.set(id, { stream: { id, ...stream }, abort: (reason) => { local.abort(reason); remote.abort(reason) } })
    // who has cut it knows why
    await pipeBothWays(local, remote).catch(() => {})
    this.#streams.delete(id)
  }

  /** Those of sockets first, each kind sorted. */
  list (): StreamListener[] {
    const sorted = (all: Iterable<Open>, by: (listener: StreamListener) => string): StreamListener[] => [...all].map(({ listener }) => listener).sort((a, b) => by(a) < by(b) ? -1 : 1)
    return [...sorted(this.#forwards.values(), ({ listenAddress }) => listenAddress.toString()), ...sorted(this.#offers.values(), ({ protocol }) => protocol)]
  }

  /** Ends those listeners that match, not the streams that they have opened. @returns how many */
  close (matches: (listener: StreamListener) => boolean): number {
    const closing = [...this.#forwards.entries(), ...this.#offers.entries()].filter(([, { listener }]) => matches(listener))

    for (const [key, open] of closing) {
      this.#forwards.delete(key)
      this.#offers.delete(key)
      open.end()
    }

    return closing.length
  }

  /** The streams that are open, in the order in which they came. */
  streams (): MountedStream[] {
    return [...this.#streams.values()].map(({ stream }) => stream)
  }

  /** Cuts a stream. Does nothing for one that is not there. */
  closeStream (id: number): void {
    this.#streams.get(id)?.abort(new Error('the stream was closed'))
  }

  stop (): void {
    this.close(() => true)
    this.#streams.forEach(({ abort }) => { abort(new Error('the node has stopped')) })
  }

  #swarm (): LazySwarm {
    if (this.#init.swarm == null) {
      throw new Error('this node has no peers')
    }

    return this.#init.swarm
  }

  async #handle (swarm: Swarm, offer: Offer): Promise<void> {
    const unhandle = await swarm.handleStreams(offer.protocol, (stream) => { void this.#fromPeer(stream, offer) })
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

  async #toPeer (local: ByteDuplex, { origin, protocol, peer }: { origin: Multiaddr, protocol: string, peer: PeerAddresses }): Promise<void> {
    try {
      const remote = await this.open(peer, protocol, { signal: timeLimit(OPEN_MS) })
      await this.carry({ protocol, origin, target: multiaddr(`/p2p/${peer.ID}`) }, local, remote)
    } catch (err) {
      local.abort(err as Error)
      this.#init.warn('no stream to a peer', { protocol, peer: peer.ID, reason: errorMessage(err) })
    }
  }
}

function ending (): { ended: Promise<void>, end: () => void } {
  let end = (): void => {}
  const ended = new Promise<void>((resolve) => { end = resolve })
  return { ended, end }
}
