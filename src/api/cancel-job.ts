import type { IpfsNode } from '../node/interface/ipfs-node.ts'

/**
 * Cancels a job: its completed work stays valid, and it is not resumed. A job that has ended is removed from the list.
 * Resolves once that is done.
 *
 * @param id - an ID from `listJobs`
 * @returns false if there is no such job
 * @example
 * ```ts
 * for (const { id } of listJobs(node)) await cancelJob(node, id)
 * ```
 */
export async function cancelJob ({ jobs }: Pick<IpfsNode, 'jobs'>, id: string): Promise<boolean> {
  return await jobs.cancel(id)
}
