import { blockReader } from '../../blocks/block-reader.ts'
import { verifyBlocks } from '../../repo/verify-blocks.ts'
import { VerifySummary } from '../../repo/verify-summary.ts'
import type { JobNode } from '../job-node.ts'
import type { JobSpec } from '../job-spec.ts'

export interface RepoVerifyArgs {
  /** what is done with corrupt blocks: nothing, they are removed, or removed and fetched again */
  repair: 'none' | 'drop' | 'heal'
  /** how long each block is tried to be fetched; 0 for no limit */
  healTimeoutMs: number
  /** fetches nothing */
  offline: boolean
}

/** A block that was looked at. */
export interface VerifyReport {
  /** what is wrong with it; empty when nothing is */
  message: string
  /** how many were looked at so far */
  count: number
}

/**
 * Reads and hashes every block; gives the sentence that says how it was, or throws it when corrupt blocks are left. Goes on behind a
 * kill from the first block: what it read before may have suffered. Who asks for the same joins, and hears of what is wrong so far.
 */
export function repoVerify (node: Pick<JobNode, 'blockstore' | 'exchange'>, args: RepoVerifyArgs): JobSpec<VerifyReport, string> {
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
