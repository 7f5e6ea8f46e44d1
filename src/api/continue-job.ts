import type { IpfsNode } from '../node/ipfs-node.ts'

/**
 * Tries again a job that waits for a person, who may have done what it waits for.
 *
 * @param id - as `listJobs` gives it
 * @returns false when there is no such job
 */
export async function continueJob ({ jobs }: Pick<IpfsNode, 'jobs'>, id: string): Promise<boolean> {
  return await jobs.continue(id)
}
