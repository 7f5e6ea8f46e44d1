import type { CID } from 'multiformats/cid'
import type { IpfsNode } from '../node/ipfs-node.ts'
import { pinRoot } from '../pins/pin-root.ts'
import { nodeBlocks } from './node-blocks.ts'
import type { CallOptions } from './node-blocks.ts'
import { resolve } from './resolve.ts'

export interface PinOptions extends CallOptions {
  /** default: none */
  name?: string
  /** false pins the one block; default: all below it too */
  recursive?: boolean
  /** told of every block that is here, with its size in bytes */
  onBlock?: (bytes: number) => void
}

/**
 * Keeps what a path leads to from being collected, and fetches first what is missing of it.
 *
 * @returns the CID that is pinned
 * @throws as `resolve` and `pinRoot`; pins are as they were then
 */
export async function pin (node: IpfsNode, path: CID | string, { name = '', recursive = true, onBlock, ...options }: PinOptions = {}): Promise<CID> {
  const cid = await resolve(node, path, options)
  await pinRoot(node, { cid, mode: recursive ? 'recursive' : 'direct', name }, { ...nodeBlocks(node, options), onBlock })
  return cid
}
