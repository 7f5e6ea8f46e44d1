import type { CID } from 'multiformats/cid'
import type { IpfsNode } from '../node/ipfs-node.ts'
import { pinAdd } from '../jobs/kinds/pin-add.ts'
import { PinFailedError } from '../pins/pin-errors.ts'
import type { CallOptions } from './node-blocks.ts'

export interface PinOptions extends CallOptions {
  /** default: none */
  name?: string
  /** false pins the one block; default: all below it too */
  recursive?: boolean
  /** told of every block that is here, with its size in bytes */
  onBlock?: (bytes: number) => void
}

/**
 * Keeps what a path leads to from being collected, and fetches first what is missing of it. A job: it goes on behind a kill,
 * and joins one that pins the same.
 *
 * @returns the CID that is pinned
 * @throws as `resolve` and `pinRoot`; pins are as they were then
 */
export async function pin (node: IpfsNode, path: CID | string, { name = '', recursive = true, onBlock, offline = false, signal = new AbortController().signal }: PinOptions = {}): Promise<CID> {
  const job = pinAdd(node, { paths: [path.toString()], mode: recursive ? 'recursive' : 'direct', name, offline })

  try {
    const [cid] = await node.jobs.run(job, { signal, report: onBlock }).result
    return cid
  } catch (err) {
    throw (err as Error).name === PinFailedError.name ? (err as Error).cause : err
  }
}
