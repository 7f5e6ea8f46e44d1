import { blockReader } from '../blocks/reader/block-reader.ts'
import type { BlockReader } from '../blocks/reader/block-reader.ts'
import type { IpfsNode } from '../node/interface/ipfs-node.ts'

/** Options of a call of the node's functions. */
export interface CallOptions {
  /** reads only blocks of this machine */
  offline?: boolean
  signal?: AbortSignal
}

/** Creates the block reader of one call, with its own exchange session. */
export function nodeBlocks (
  { blockstore, exchange }: Pick<IpfsNode, 'blockstore' | 'exchange'>,
  { offline = false, signal = new AbortController().signal }: CallOptions
): { blocks: BlockReader; signal: AbortSignal } {
  return { blocks: blockReader(blockstore, offline ? undefined : exchange?.session()), signal }
}
