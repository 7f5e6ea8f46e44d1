import type { CID } from 'multiformats/cid'
import type { IpfsNode } from '../node/interface/ipfs-node.ts'
import { loadNode } from '../unixfs/read/file/load-node.ts'
import { readRange } from '../unixfs/read/file/read-range.ts'
import { readableNode } from '../unixfs/read/sizes/readable-node.ts'
import { nodeBlocks } from './node-blocks.ts'
import type { CallOptions } from './node-blocks.ts'
import { resolve } from './resolve.ts'

export interface CatOptions extends CallOptions {
  /** offset of the first byte; default: 0 */
  offset?: number
  /** maximum number of bytes; default: all */
  length?: number
}

/**
 * Yields the bytes of a file, or of a range of it, as they are read. Do not modify the chunks, and do not transfer
 * their buffers.
 *
 * @throws (while iterating) as `resolve`; an Error if it is not a file, or a block is not available
 * @example
 * ```ts
 * for await (const chunk of cat(node, `/ipfs/${cid}`, { offset: 1000, length: 500 })) process.stdout.write(chunk)
 * ```
 */
export async function* cat (
  node: IpfsNode,
  path: CID | string,
  { offset, length, ...options }: CatOptions = {}
): AsyncGenerator<Uint8Array> {
  const reading = nodeBlocks(node, options)
  const file = readableNode(await loadNode(await resolve(node, path, options), reading))
  yield* readRange(file, { ...reading, offset, length, isEntire: offset == null && length == null })
}
