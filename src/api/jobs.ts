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
