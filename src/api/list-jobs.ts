import type { JobState } from '../jobs/job-state.ts'
import type { IpfsNode } from '../node/interface/ipfs-node.ts'

/** Lists running jobs, and those that ended unobserved; oldest first. */
export function listJobs ({ jobs }: Pick<IpfsNode, 'jobs'>): JobState[] {
  return jobs.list()
}
