import type { CID } from 'multiformats/cid'
import type { BlockReader } from './block-reader.ts'
import type { Block } from '../store/blockstore.ts'

/** Blocks that are asked for together; what of them is really read ahead is bounded in bytes by the reader. */
const WINDOW = 256

/** Blocks in the order of the CIDs, asked for a window at a time, so that a node with very many links is no burden. */
export async function * readWindows (cids: readonly CID[], options: { blocks: BlockReader, signal: AbortSignal }): AsyncGenerator<Block> {
  for (let at = 0; at < cids.length; at += WINDOW) {
    options.signal.throwIfAborted()
    yield * options.blocks.getMany(cids.slice(at, at + WINDOW), options)
  }
}
