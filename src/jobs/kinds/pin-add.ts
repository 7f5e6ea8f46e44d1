import type { CID } from 'multiformats/cid'
import { blockReader } from '../../blocks/block-reader.ts'
import { parsePathOrCid } from '../../path/content-path.ts'
import { resolvePath } from '../../path/resolve-path.ts'
import { pinRoot } from '../../pins/pin-root.ts'
import type { PinMode } from '../../pins/pin-store.ts'
import { PinFailedError } from '../../pins/pin-errors.ts'
import type { JobNode } from '../job-node.ts'
import type { JobContext, JobSpec } from '../job-spec.ts'

export interface PinAddArgs {
  /** content paths, or CIDs */
  paths: string[]
  mode: PinMode
  /** empty for none */
  name: string
  /** looks at the blocks of this machine alone */
  offline: boolean
}

/**
 * Pins what paths lead to, one after the other, and fetches first what is missing; those before one that fails stay pinned, as in
 * Kubo. Reports the size of each block that is here.
 *
 * It can be done again at any time, and goes on behind a kill: with the paths that are left, of which the one that was at work leads
 * to where it led before. A path leaves the row in the batch that writes its pin, so that a pin which somebody has taken away since
 * does not come back. Who asks for the same pins meanwhile joins. Throws what `resolvePath` throws, and PinFailedError.
 */
export function pinAdd (node: JobNode, args: PinAddArgs): JobSpec<number, CID[]> {
  return {
    kind: 'pin/add',
    args: { ...args },
    sameAs: { ...args, paths: args.paths.map((path) => path.includes('/') ? path : `/ipfs/${path}`) },
    join: 'always',
    work: async (context) => await pinPaths(node, args, context),
    describe: (cids) => cids.length === 1 ? 'pinned' : `pinned ${cids.length} items`
  }
}

async function pinPaths (node: JobNode, { paths, mode, name, offline }: PinAddArgs, { signal, report, progress, left, recording }: JobContext<number>): Promise<CID[]> {
  const blocks = blockReader(node.blockstore, offline ? undefined : node.exchange?.session())
  const cids: CID[] = []

  const onBlock = (bytes: number): void => {
    progress.blocks++
    progress.bytes += bytes
    void report(bytes) // a count holds nothing up
  }

  for (const [i, path] of paths.entries()) {
    const { cid } = await resolvePath(parsePathOrCid(path), {
      blocks,
      signal,
      resolveName: async (path, { signal }) => (await node.names.resolve(path, { offline: offline || node.exchange == null, signal })).path
    })
    const rest = paths.slice(i + 1)
    left({ paths: [`/ipfs/${cid}`, ...rest], mode, name, offline })

    try {
      await pinRoot(node, { cid, mode, name }, { blocks, signal, onBlock, recording: (write) => rest.length === 0 ? recording(write) : recording(write, { paths: rest, mode, name, offline }) })
    } catch (err) {
      throw new PinFailedError(err as Error)
    }

    cids.push(cid)
  }

  return cids
}
