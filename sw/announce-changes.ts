import { CHANGES_CHANNEL } from '../src/client/changes.ts'
import type { ChangesMessage } from '../src/client/changes.ts'
import type { IpfsNode } from '../src/node/ipfs-node.ts'

const channel = new BroadcastChannel(CHANGES_CHANNEL)

/** Tells all pages of this origin what kind of thing of a node has changed. Those below `/ipfs` run no script that could listen. */
export function announceChanges (node: Pick<IpfsNode, 'changes'>): void {
  node.changes.on((topics) => { channel.postMessage({ type: 'changed', topics } satisfies ChangesMessage) })
}
