import type { JobState } from '../jobs/job-state.ts'
import type { IpfsNode } from '../node/ipfs-node.ts'

/** Long work that runs, and such that ended with nobody there to be told; the oldest first. */
export function listJobs ({ jobs }: Pick<IpfsNode, 'jobs'>): JobState[] {
  return jobs.list()
}
