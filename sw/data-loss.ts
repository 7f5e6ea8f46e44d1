import type { NodeNews } from '../src/client/messages.ts'
import type { IpfsNode } from '../src/node/ipfs-node.ts'

/** Tells the pages when the node has lost its storage, and when what it has in its place is a new repo: copies bring much back. */
export class DataLoss {
  readonly #tell: (news: NodeNews) => void
  #wasOpen = false

  /** @param tell - to all pages of this origin */
  constructor (tell: (news: NodeNews) => void) {
    this.#tell = tell
  }

  /** The connection of a node that was open is gone. */
  lost (): void {
    this.#tell({ type: 'node-lost' })
  }

  /** A node was opened. */
  opened ({ isNew }: Pick<IpfsNode, 'isNew'>): void {
    if (this.#wasOpen && isNew) {
      this.#tell({ type: 'data-gone' })
    }

    this.#wasOpen = true
  }
}
