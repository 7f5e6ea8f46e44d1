import { plainError } from '../../src/rpc/plain-responses.ts'
import { addressGroup } from './address-group.ts'
import { clientAddress } from './client-address.ts'
import { Counts } from './counts.ts'
import { socketPair } from './engine-socket.ts'
import type { EngineSocket } from './engine-socket.ts'
import { MAX_CONNECTIONS, MAX_CONNECTIONS_PER_ADDRESS, MAX_PENDING_PER_ADDRESS } from './peer-bounds.ts'

/** Seconds, as a header: whoever is refused may try again then. */
const RETRY_S = '60'

/** Stands for all of them. */
const ALL = ''

/** What takes the connections that have come, as long as the node is a peer. */
export interface PeerTaker {
  /** Resolves when the peer has said who it is, or is let in no further. @param from - IP address of the peer */
  take: (socket: EngineSocket, from: string) => Promise<void>
  /** others reach the node elsewhere now */
  moved: () => void
}

/** What an accepted request is answered with, which only the engine knows. */
type SocketResponseInit = ResponseInit & { webSocket: unknown }

/** Where peers come in: WebSockets that were asked for, within bounds, for the swarm that runs at the moment. */
export class PeerDoor {
  readonly #open = new Counts()
  readonly #pending = new Counts()
  #origin: string | undefined
  #taker: PeerTaker | undefined

  /** Where the node is reached by HTTP, as `https://node.example`; undefined as long as nobody knows. */
  get origin (): string | undefined {
    return this.#origin
  }

  set origin (origin: string) {
    if (origin !== this.#origin) {
      this.#origin = origin
      this.#taker?.moved()
    }
  }

  /** @returns undefined: nobody takes them any more */
  set taker (taker: PeerTaker | undefined) {
    this.#taker = taker
  }

  /** The answer to a request for a WebSocket; the connection is handed over when it is accepted. */
  accept (request: Request): Response {
    const from = clientAddress(request)
    const group = addressGroup(from)

    if (this.#taker == null) {
      return plainError('this node takes no connections of peers', 503)
    }

    const full = this.#fullBy(group)

    if (full != null) {
      return plainError(`429 Too Many Requests: ${full}`, 429, { 'Retry-After': RETRY_S })
    }

    const { theirs, ours } = socketPair()
    ours.binaryType = 'arraybuffer'
    const leave = [this.#open.add(ALL), this.#open.add(group)]
    ours.addEventListener('close', () => { leave.forEach((left) => { left() }) })
    ours.addEventListener('error', () => { leave.forEach((left) => { left() }) })
    // whoever listens has to be there before messages come
    void this.#taker.take(ours, from).finally(this.#pending.add(group))
    ours.accept()
    return new Response(null, { status: 101, webSocket: theirs } as SocketResponseInit)
  }

  /** Why nobody else of a group is let in at the moment; those who are in stay. */
  #fullBy (group: string | undefined): string | undefined {
    if (this.#open.of(ALL) >= MAX_CONNECTIONS) {
      return `this node has ${MAX_CONNECTIONS} connections of peers, and takes no more`
    }

    if (this.#open.of(group) >= MAX_CONNECTIONS_PER_ADDRESS) {
      return `this node has ${MAX_CONNECTIONS_PER_ADDRESS} connections from your address, and takes no more`
    }

    return this.#pending.of(group) >= MAX_PENDING_PER_ADDRESS ? `${MAX_PENDING_PER_ADDRESS} connections from your address have not said yet who they are` : undefined
  }
}
