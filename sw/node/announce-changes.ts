import { CHANGES_CHANNEL } from '../../src/client/protocol/changes.ts'
import type { ChangesMessage } from '../../src/client/protocol/changes.ts'
import type { IpfsNode } from '../../src/node/interface/ipfs-node.ts'

// Opened only with a node: an open channel would keep a Node.js process that imports `swipfs/worker` from exiting.
let channel: BroadcastChannel | undefined

/** Announces changes of a node to all pages of this origin. Pages below `/ipfs` run no scripts that could listen. */
export function announceChanges (node: Pick<IpfsNode, 'changes'>): void {
  const open = channel ??= new BroadcastChannel(CHANGES_CHANNEL)
  node.changes.on((topics) => {
    open.postMessage({ type: 'changed', topics } satisfies ChangesMessage)
  })
}
