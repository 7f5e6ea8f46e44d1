import type { CID } from 'multiformats/cid'
import { isError } from '../errors/define-error.ts'
import { pinAdd } from '../jobs/kinds/pin-add.ts'
import type { IpfsNode } from '../node/interface/ipfs-node.ts'
import { PinFailedError } from '../pins/change/pin-errors.ts'
import type { CallOptions } from './node-blocks.ts'

export interface PinOptions extends CallOptions {
  /** default: none */
  name?: string
  /** false pins only the one block; default: all blocks below it too */
  recursive?: boolean
  /** called for each block that is stored locally, with its size in bytes */
  onBlock?: (bytes: number) => void
}

/**
 * Pins the target of a path, after fetching missing blocks. It is a job: it survives a crash, and joins an equal one.
 *
 * @returns the pinned CID
 * @throws as `resolve` and `pinRoot`; the pins are unchanged then
 * @example
 * ```ts
 * await pin(node, '/ipns/docs.ipfs.tech', { name: 'docs', signal: AbortSignal.timeout(60_000) })
 * ```
 */
export async function pin (
  node: IpfsNode,
  path: CID | string,
  { name = '', recursive = true, onBlock, offline = false, signal = new AbortController().signal }: PinOptions = {}
): Promise<CID> {
  const job = pinAdd(node, { paths: [path.toString()], mode: recursive ? 'recursive' : 'direct', name, offline })

  try {
    const [cid] = await node.jobs.run(job, { signal, report: onBlock }).result
    await node.providing?.announceContent({ roots: [cid], isPinned: true, isInMfs: false }, { signal })
    return cid
  } catch (err) {
    throw isError(err, PinFailedError) ? (err as Error).cause : err
  }
}
