import type { Datastore } from 'interface-datastore'
import { Key } from 'interface-datastore'
import { ifFound } from '../../src/async/if-found.ts'
import type { PeerDoor } from './peer-door.ts'

const KEY = new Key('/local/origin')

/**
 * Where the node is reached, for its peers: as the deployment says (`ORIGIN`), or else where its owner has asked it last, which is kept. Only
 * as long as that is not known either it is where a peer has asked: on the edge no host leads to the node that its owner has not given it.
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

  /** Reads what was kept, and keeps what comes. */
  async open (datastore: Pick<Datastore, 'get' | 'put'>): Promise<void> {
    this.#datastore = datastore
    const kept = this.#isGiven ? undefined : await ifFound(async () => await datastore.get(KEY))

    if (kept != null) {
      this.#door.origin = new TextDecoder().decode(kept)
    }
  }

  /** The owner has asked. */
  async ofOwner ({ url }: Request): Promise<void> {
    const { origin } = new URL(url)

    if (!this.#isGiven && origin !== this.#door.origin) {
      this.#door.origin = origin
      await this.#datastore?.put(KEY, new TextEncoder().encode(origin))
    }
  }

  /** A peer has asked. */
  ofPeer ({ url }: Request): void {
    if (this.#door.origin == null) {
      this.#door.origin = new URL(url).origin
    }
  }
}
