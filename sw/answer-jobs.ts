import { cancelJob } from '../src/api/cancel-job.ts'
import { listJobs } from '../src/api/list-jobs.ts'
import type { CancelJobAnswer, Job, JobsAnswer } from '../src/client/messages.ts'
import type { JobState } from '../src/jobs/job-state.ts'
import type { LazyNode } from './lazy-node.ts'

/** The jobs of the node; none of a node that does not open, which says why to whoever asks it for something. */
export async function answerJobs (lazy: Pick<LazyNode, 'hold'>): Promise<JobsAnswer> {
  return { type: 'jobs', jobs: await lazy.hold(async (node) => listJobs(node).map(short)).catch(() => []) }
}

/** A job may have very many paths; a page shows one. */
function short (job: JobState): Job {
  const { paths, ...args } = job.args as { paths?: string[] } & Record<string, unknown>
  return { ...job, args: paths == null ? args : { ...args, paths: paths.slice(0, 1), pathCount: paths.length } }
}

/** Ends a job. */
export async function answerCancel (lazy: Pick<LazyNode, 'hold'>, id: unknown): Promise<CancelJobAnswer> {
  return { type: 'cancel-job', found: await lazy.hold(async (node) => await cancelJob(node, String(id))).catch(() => false) }
}
