import type { NodeNews } from '../src/client/messages.ts'
import type { IpfsNode } from '../src/node/ipfs-node.ts'
import type { DatabaseLostError } from '../src/store/database/database-lost-error.ts'

/**
 * Tells the pages when what was kept is gone: somebody deleted a database of the node, or the browser closed one and what it
 * has in its place is a new repo.
 */
export class DataLoss {
  readonly #tell: (news: NodeNews) => void
  #wasOpen = false
  #told = false

  /** @param tell - to all pages of this origin */
  constructor (tell: (news: NodeNews) => void) {
    this.#tell = tell
  }

  /** The connection of a node that was open is gone. */
  lost ({ loss }: DatabaseLostError): void {
    if (loss === 'deleted') {
      this.#gone()
    }

    this.#tell({ type: 'node-lost' })
  }

  /** A node was opened. */
  opened ({ isNew }: Pick<IpfsNode, 'isNew'>): void {
    if (this.#wasOpen && isNew) {
      this.#gone()
    }

    this.#wasOpen = true
    this.#told = false
  }

  /** Once for each repo that is lost, however it is learnt. */
  #gone (): void {
    if (!this.#told) {
      this.#told = true
      this.#tell({ type: 'data-gone' })
    }
  }
}
