import type { IpfsNode } from '../node/ipfs-node.ts'

/**
 * Ends a job for good: what it has done stays right as it is, and it is not begun again. One that has ended is forgotten. Resolves
 * when that is done.
 *
 * @param id - as `listJobs` gives it
 * @returns false when there is no such job
 */
export async function cancelJob ({ jobs }: Pick<IpfsNode, 'jobs'>, id: string): Promise<boolean> {
  return await jobs.cancel(id)
}
