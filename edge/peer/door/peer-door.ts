import { plainError } from '../../../src/rpc/response/plain-responses.ts'
import { socketPair } from '../../engine/engine-socket.ts'
import type { EngineSocket } from '../../engine/engine-socket.ts'
import { addressGroup } from './address-group.ts'
import { clientAddress } from './client-address.ts'
import { Counts } from './counts.ts'
import { MAX_CONNECTIONS, MAX_CONNECTIONS_PER_ADDRESS, MAX_PENDING_PER_ADDRESS } from './peer-bounds.ts'

/** `Retry-After` of refused connections, in seconds. */
const RETRY_S = '60'

/** Counter name of all connections. */
const ALL = ''

/** Consumer of inbound connections, while the node is a peer. */
export interface PeerTaker {
  /**
   * Takes a connection. Resolves when its handshake has ended or failed.
   *
   * @param from - IP address of the peer
   */
  take: (socket: EngineSocket, from: string) => Promise<void>
  /** called when the origin of the node has changed */
  moved: () => void
}

/** Response options of an accepted WebSocket, specific to the engine. */
type SocketResponseInit = ResponseInit & { webSocket: unknown }

/** Accepts WebSocket requests of peers within limits, for the current swarm. */
export class PeerDoor {
  readonly #open = new Counts()
  readonly #pending = new Counts()
  #origin: string | undefined
  #taker: PeerTaker | undefined

  /** HTTP origin of the node, such as `https://node.example`; undefined while unknown. */
  get origin (): string | undefined {
    return this.#origin
  }

  set origin (origin: string) {
    if (origin !== this.#origin) {
      this.#origin = origin
      this.#taker?.moved()
    }
  }

  /** Sets the consumer; undefined if there is none any longer. */
  set taker (taker: PeerTaker | undefined) {
    this.#taker = taker
  }

  /** Answers a WebSocket request, and passes an accepted connection to the consumer. */
  accept (request: Request): Response {
    const from = clientAddress(request)
    const group = addressGroup(from)

    if (this.#taker == null) {
      return plainError('this node does not accept peer connections', 503)
    }

    const full = this.#fullBy(group)

    if (full != null) {
      return plainError(`429 Too Many Requests: ${full}`, 429, { 'Retry-After': RETRY_S })
    }

    const { theirs, ours } = socketPair()
    ours.binaryType = 'arraybuffer'
    const leave = [this.#open.add(ALL), this.#open.add(group)]
    ours.addEventListener('close', () => {
      leave.forEach((left) => {
        left()
      })
    })
    ours.addEventListener('error', () => {
      leave.forEach((left) => {
        left()
      })
    })
    // The listeners must exist before messages are delivered.
    void this.#taker.take(ours, from).finally(this.#pending.add(group))
    ours.accept()
    return new Response(null, { status: 101, webSocket: theirs } as SocketResponseInit)
  }

  /** Returns the reason why further connections of a group are refused; existing ones stay. */
  #fullBy (group: string | undefined): string | undefined {
    if (this.#open.of(ALL) >= MAX_CONNECTIONS) {
      return `this node has reached its limit of ${MAX_CONNECTIONS} peer connections`
    }

    if (this.#open.of(group) >= MAX_CONNECTIONS_PER_ADDRESS) {
      return `this node has reached its limit of ${MAX_CONNECTIONS_PER_ADDRESS} connections from your address`
    }

    return this.#pending.of(group) >= MAX_PENDING_PER_ADDRESS
      ? `${MAX_PENDING_PER_ADDRESS} connections from your address have not finished their handshake`
      : undefined
  }
}
