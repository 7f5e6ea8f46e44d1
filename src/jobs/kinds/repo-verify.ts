import { blockReader } from '../../blocks/reader/block-reader.ts'
import { verifyBlocks } from '../../repo/verify-blocks.ts'
import { VerifySummary } from '../../repo/verify-summary.ts'
import type { JobNode } from '../job-node.ts'
import type { JobSpec } from '../job-spec.ts'

export interface RepoVerifyArgs {
  /** The handling of corrupt blocks: ignored, removed, or removed and fetched again. */
  repair: 'none' | 'drop' | 'heal'
  /** The timeout for fetching a block; 0 for none. */
  healTimeoutMs: number
  /** Fetches nothing. */
  offline: boolean
}

/** The result for one block. */
export interface VerifyReport {
  /** The problem; empty if the block is fine. */
  message: string
  /** The number of blocks checked so far. */
  count: number
}

/**
 * Reads and hashes every block. Returns the summary, or throws it if corrupt blocks remain. A resumed job restarts at
 * the first block, because blocks that were checked before may be damaged now. Requests for the same work join, and get
 * the problems found so far.
 */
export function repoVerify (
  node: Pick<JobNode, 'blockstore' | 'exchange'>,
  args: RepoVerifyArgs
): JobSpec<VerifyReport, string> {
  return {
    kind: 'repo/verify',
    args: { ...args },
    join: 'always',
    remembers: ({ message }) => message !== '',

    async work ({ signal, report, progress }) {
      const blocks = blockReader(node.blockstore, args.offline ? undefined : node.exchange?.session())
      const repair = args.repair === 'heal' ? { blocks, timeoutMs: args.healTimeoutMs } : args.repair
      const summary = new VerifySummary()

      for await (const { state, message } of verifyBlocks(node.blockstore, { repair, signal })) {
        summary.count(state)
        const wait = report({ message, count: ++progress.blocks })

        if (wait != null) {
          await wait
        }
      }

      return summary.end()
    },

    describe: (summary) => summary
  }
}
