import { CHANGES_CHANNEL } from '../src/client/changes.ts'
import type { ChangesMessage } from '../src/client/changes.ts'
import type { IpfsNode } from '../src/node/ipfs-node.ts'

// not before there is a node: a program of Node that imports `swipfs/worker` would not end by an open channel
let channel: BroadcastChannel | undefined

/** Tells all pages of this origin what kind of thing of a node has changed. Those below `/ipfs` run no script that could listen. */
export function announceChanges (node: Pick<IpfsNode, 'changes'>): void {
  const open = channel ??= new BroadcastChannel(CHANGES_CHANNEL)
  node.changes.on((topics) => { open.postMessage({ type: 'changed', topics } satisfies ChangesMessage) })
}
