import type { IpfsNode } from '../node/interface/ipfs-node.ts'

/**
 * Retries a job that waits for an action of the user.
 *
 * @param id - an ID from `listJobs`
 * @returns false if there is no such job
 * @example
 * ```ts
 * for (const { id, state } of listJobs(node)) {
 *   if (state === 'waiting') await continueJob(node, id)
 * }
 * ```
 */
export async function continueJob ({ jobs }: Pick<IpfsNode, 'jobs'>, id: string): Promise<boolean> {
  return await jobs.continue(id)
}
