import type { NodeNews } from '../../src/client/protocol/messages.ts'
import type { IpfsNode } from '../../src/node/interface/ipfs-node.ts'

/** Notifies pages when the node has lost its storage, and when a new repo replaces it: copies restore much of it. */
export class DataLoss {
  readonly #tell: (news: NodeNews) => void
  #wasOpen = false

  /** @param tell - sends a message to all pages of this origin */
  constructor (tell: (news: NodeNews) => void) {
    this.#tell = tell
  }

  /** Reports that the database connection of an open node was lost. */
  lost (): void {
    this.#tell({ type: 'node-lost' })
  }

  /** Reports that a node was opened, if its repo is new although an earlier one was open. */
  opened ({ isNew }: Pick<IpfsNode, 'isNew'>): void {
    if (this.#wasOpen && isNew) {
      this.#tell({ type: 'data-gone' })
    }

    this.#wasOpen = true
  }
}
