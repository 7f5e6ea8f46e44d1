import type { CID } from 'multiformats/cid'
import { writeCar } from '../car/write-car.ts'
import { exportWalk } from '../dag/export-walk.ts'
import type { IpfsNode } from '../node/interface/ipfs-node.ts'
import { nodeBlocks } from './node-blocks.ts'
import type { CallOptions } from './node-blocks.ts'
import { resolve } from './resolve.ts'

/**
 * Yields a DAG as a CARv1, each block once, in the order of `dag/export`.
 *
 * @throws (while iterating) as `resolve`; an Error if a block is not available, after the bytes before it
 * @example
 * ```ts
 * await writeFile('site.car', exportCar(node, cid))
 * ```
 */
export async function* exportCar (
  node: IpfsNode,
  path: CID | string,
  options: CallOptions = {}
): AsyncGenerator<Uint8Array> {
  const root = await resolve(node, path, options)
  yield* writeCar([root], exportWalk(root, nodeBlocks(node, options)))
}
