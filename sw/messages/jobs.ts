import { cancelJob } from '../../src/api/cancel-job.ts'
import { continueJob } from '../../src/api/continue-job.ts'
import type { CancelJobAnswer, ContinueJobAnswer, Job, JobsAnswer } from '../../src/client/protocol/messages.ts'
import type { JobState } from '../../src/jobs/job-state.ts'
import type { LazyNode } from '../node/lazy-node.ts'

/** Returns the jobs of the node. Returns none if it does not open; other requests report the reason. */
export async function answerJobs (lazy: Pick<LazyNode, 'hold'>): Promise<JobsAnswer> {
  return { type: 'jobs', jobs: await lazy.hold(async (node) => (await node.jobs.all()).map(short)).catch(() => []) }
}

/** Shortens a job for display: a job may have very many paths, but a page shows one, and no import settings. */
function short (job: JobState): Job {
  const { paths, settings: _, ...args } = job.args as { paths?: string[] } & Record<string, unknown>
  return { ...job, args: paths == null ? args : { ...args, paths: paths.slice(0, 1), pathCount: paths.length } }
}

/** Cancels a job. */
export async function answerCancel (lazy: Pick<LazyNode, 'hold'>, id: unknown): Promise<CancelJobAnswer> {
  return {
    type: 'cancel-job',
    found: await lazy.hold(async (node) => await cancelJob(node, String(id))).catch(() => false)
  }
}

/** Continues a job that waits for the user. */
export async function answerContinue (lazy: Pick<LazyNode, 'hold'>, id: unknown): Promise<ContinueJobAnswer> {
  return {
    type: 'continue-job',
    found: await lazy.hold(async (node) => await continueJob(node, String(id))).catch(() => false)
  }
}
