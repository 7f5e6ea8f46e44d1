import type { Datastore } from 'interface-datastore'
import { Key } from 'interface-datastore'
import { ifFound } from '../../../src/async/promises/if-found.ts'
import type { PeerDoor } from './peer-door.ts'

const KEY = new Key('/local/origin')

/**
 * The origin at which peers reach the node: that of the deployment (`ORIGIN`), or else the stored origin of the owner's
 * last request. While neither is known, it is that of a peer's request: on the edge only the owner assigns hosts to the
 * node.
 */
export class KnownOrigin {
  readonly #door: PeerDoor
  readonly #isGiven: boolean
  #datastore: Pick<Datastore, 'get' | 'put'> | undefined

  constructor (door: PeerDoor, given: string | undefined) {
    this.#door = door
    this.#isGiven = given != null && given !== ''

    if (this.#isGiven) {
      door.origin = given!
    }
  }

  /** Reads the stored origin, and stores later ones. */
  async open (datastore: Pick<Datastore, 'get' | 'put'>): Promise<void> {
    this.#datastore = datastore
    const kept = this.#isGiven ? undefined : await ifFound(async () => await datastore.get(KEY))

    if (kept != null) {
      this.#door.origin = new TextDecoder().decode(kept)
    }
  }

  /** Updates the origin from a request of the owner. */
  async ofOwner ({ url }: Request): Promise<void> {
    const { origin } = new URL(url)

    if (!this.#isGiven && origin !== this.#door.origin) {
      this.#door.origin = origin
      await this.#datastore?.put(KEY, new TextEncoder().encode(origin))
    }
  }

  /** Sets an unknown origin from a request of a peer. */
  ofPeer ({ url }: Request): void {
    if (this.#door.origin == null) {
      this.#door.origin = new URL(url).origin
    }
  }
}
