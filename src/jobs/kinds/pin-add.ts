import type { CID } from 'multiformats/cid'
import type { Json } from '../../config/config.ts'
import { blockReader } from '../../blocks/block-reader.ts'
import { parsePathOrCid } from '../../path/content-path.ts'
import { resolvePath } from '../../path/resolve-path.ts'
import { pinRoot } from '../../pins/pin-root.ts'
import type { PinMode } from '../../pins/pin-store.ts'
import { PinFailedError } from '../../pins/pin-errors.ts'
import type { JobNode } from '../job-node.ts'
import type { JobContext, JobSpec } from '../job-spec.ts'

/** With no more paths than this, each leaves the row as it is pinned. With more, writing the rest each time would cost more than the pins. */
const MAX_EXACT = 100

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
 * does not come back; with more than 100 paths, those of the last seconds may. Who asks for the same pins meanwhile joins. Throws what `resolvePath` throws, and PinFailedError.
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
      resolveName: async (path, { signal }) => (await node.names.resolve(path, { offline, signal })).path
    })
    const rest = (from: number, ...before: string[]): PinAddArgs & { [key: string]: Json } => ({ paths: [...before, ...paths.slice(from)], mode, name, offline })
    const isLast = i === paths.length - 1
    // a name may lead elsewhere when it is done again
    left(() => rest(i + 1, `/ipfs/${cid}`), path !== cid.toString() && path !== `/ipfs/${cid}`)

    try {
      await pinRoot(node, { cid, mode, name }, { blocks, signal, onBlock, recording: (write) => isLast ? recording(write) : paths.length > MAX_EXACT ? write : recording(write, rest(i + 1)) })
    } catch (err) {
      throw new PinFailedError(err as Error)
    }

    left(() => rest(i + 1))
    cids.push(cid)
  }

  return cids
}
