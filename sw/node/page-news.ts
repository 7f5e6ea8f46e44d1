import { CHANGES_CHANNEL } from '../../src/client/protocol/changes.ts'
import type { ChangesMessage } from '../../src/client/protocol/changes.ts'
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

// Opened only with a node: an open channel would keep a Node.js process that imports `swipfs/worker` from exiting.
let channel: BroadcastChannel | undefined

/** Announces changes of a node to all pages of this origin. Pages below `/ipfs` run no scripts that could listen. */
export function announceChanges (node: Pick<IpfsNode, 'changes'>): void {
  const open = channel ??= new BroadcastChannel(CHANGES_CHANNEL)
  node.changes.on((topics) => {
    open.postMessage({ type: 'changed', topics } satisfies ChangesMessage)
  })
}
