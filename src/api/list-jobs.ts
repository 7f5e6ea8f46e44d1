import type { JobState } from '../jobs/job-state.ts'
import type { IpfsNode } from '../node/interface/ipfs-node.ts'

/**
 * Lists running jobs, and those that ended unobserved; oldest first.
 *
 * @example
 * ```ts
 * for (const { id, kind, state } of listJobs(node)) console.log(id, kind, state)
 * ```
 */
export function listJobs ({ jobs }: Pick<IpfsNode, 'jobs'>): JobState[] {
  return jobs.list()
}
