import { blockReader } from '../blocks/block-reader.ts'
import type { BlockReader } from '../blocks/block-reader.ts'
import type { IpfsNode } from '../node/ipfs-node.ts'

/** What a call of the node's functions can say of the network and of its end. */
export interface CallOptions {
  /** look at the blocks of this machine alone */
  offline?: boolean
  signal?: AbortSignal
}

/** With a reader for one call, which has a session of the exchange. */
export function nodeBlocks ({ blockstore, exchange }: Pick<IpfsNode, 'blockstore' | 'exchange'>, { offline = false, signal = new AbortController().signal }: CallOptions): { blocks: BlockReader, signal: AbortSignal } {
  return { blocks: blockReader(blockstore, offline ? undefined : exchange?.session()), signal }
}
