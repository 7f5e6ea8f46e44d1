import { delay } from '../../async/timers/delay.ts'
import { BlockNotFoundError } from '../../blocks/exchange/block-not-found-error.ts'
import { blockReader } from '../../blocks/reader/block-reader.ts'
import { isError } from '../../errors/define-error.ts'
import { parsePathOrCid } from '../../path/content-path.ts'
import { resolvePath } from '../../path/resolve-path.ts'
import type { JobNode } from '../job-node.ts'
import type { JobSpec } from '../job-spec.ts'

/** The kind of the job, and the command that starts it. */
export const FIND_CONTENT = 'swipfs/retrieval/find'

export interface FindContentArgs {
  /** A content path. */
  path: string
}

/** The interval at which content is looked for again after all sources have failed. */
const AGAIN_MS = 30_000

/**
 * Looks for the root block of a content path until a source has it, and stores it. Resumes after restarts of the node.
 * Requests for the same path join.
 */
export function findContent (
  node: Pick<JobNode, 'blockstore' | 'exchange' | 'names'>,
  { path }: FindContentArgs
): JobSpec<never, string> {
  return {
    kind: FIND_CONTENT,
    args: { path },
    join: 'always',

    async work ({ signal, progress }) {
      while (true) {
        try {
          const blocks = blockReader(node.blockstore, node.exchange?.session())
          const { cid } = await resolvePath(parsePathOrCid(path), {
            blocks,
            signal,
            resolveName: async (path, { signal }) => (await node.names.resolve(path, { offline: false, signal })).path
          })
          progress.bytes += (await blocks.get(cid, { signal })).byteLength
          progress.blocks++
          return cid.toString()
        } catch (err) {
          signal.throwIfAborted()
          if (!isError(err, BlockNotFoundError)) {
            throw err
          }
          await delay(AGAIN_MS, signal)
        }
      }
    },

    describe: (cid) => cid
  }
}
