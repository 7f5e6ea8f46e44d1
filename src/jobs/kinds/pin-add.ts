import type { CID } from 'multiformats/cid'
import { blockReader } from '../../blocks/reader/block-reader.ts'
import type { Json } from '../../config/values/config.ts'
import { parsePathOrCid } from '../../path/content-path.ts'
import { resolvePath } from '../../path/resolve-path.ts'
import { PinFailedError } from '../../pins/change/pin-errors.ts'
import { pinRoot } from '../../pins/change/pin-root.ts'
import type { PinMode } from '../../pins/store/pin-store.ts'
import type { JobNode } from '../job-node.ts'
import type { JobContext, JobSpec } from '../job-spec.ts'

/**
 * The maximum number of paths for which the row is updated after each pin. For more, the updates would cost more than
 * the pins.
 */
const MAX_EXACT = 100

export interface PinAddArgs {
  /** Content paths or CIDs. */
  paths: string[]
  mode: PinMode
  /** Empty for none. */
  name: string
  /** Only uses local blocks. */
  offline: boolean
}

/**
 * Pins paths one after the other, and fetches missing blocks. If one fails, the earlier ones stay pinned, as in Kubo.
 * Reports the size of each block. Throws errors of `resolvePath`, and PinFailedError.
 *
 * Idempotent: a resumed job pins the remaining paths. The path at work is stored resolved, because a name may change.
 * The batch that writes a pin also removes its path from the row, so that an unpinned path is not pinned again. With
 * more than 100 paths, that may happen for paths of the last seconds. Requests for the same pins join.
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

async function pinPaths (
  node: JobNode,
  { paths, mode, name, offline }: PinAddArgs,
  { signal, report, progress, left, recording }: JobContext<number>
): Promise<CID[]> {
  const blocks = blockReader(node.blockstore, offline ? undefined : node.exchange?.session())
  const cids: CID[] = []

  const onBlock = (bytes: number): void => {
    progress.blocks++
    progress.bytes += bytes
    void report(bytes) // a count needs no backpressure
  }

  for (const [i, path] of paths.entries()) {
    const { cid } = await resolvePath(parsePathOrCid(path), {
      blocks,
      signal,
      resolveName: async (path, { signal }) => (await node.names.resolve(path, { offline, signal })).path
    })
    const rest = (from: number, ...before: string[]): PinAddArgs & { [key: string]: Json } => ({
      paths: [...before, ...paths.slice(from)],
      mode,
      name,
      offline
    })
    const isLast = i === paths.length - 1
    // A name may resolve to another CID when the job is repeated.
    left(() => rest(i + 1, `/ipfs/${cid}`), path !== cid.toString() && path !== `/ipfs/${cid}`)

    try {
      await pinRoot(node, { cid, mode, name }, {
        blocks,
        signal,
        onBlock,
        recording: (write) => {
          if (isLast) {
            return recording(write)
          }

          return paths.length > MAX_EXACT ? write : recording(write, rest(i + 1))
        }
      })
    } catch (err) {
      throw new PinFailedError(err as Error)
    }

    left(() => rest(i + 1))
    cids.push(cid)
  }

  return cids
}
