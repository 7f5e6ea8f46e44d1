import type { JobNode } from '../../jobs/job-node.ts'
import type { JobTimes } from '../../jobs/job-options.ts'
import type { JobState } from '../../jobs/job-state.ts'
import { Jobs } from '../../jobs/jobs.ts'
import { remakeJob } from '../../jobs/kinds/remake-job.ts'
import type { RemakeKind } from '../../jobs/kinds/remake-job.ts'
import type { Logs } from '../../log/logs.ts'
import type { NodeJobs } from '../interface/node-jobs.ts'
import { RequestLog } from '../session/request-log.ts'
import type { LoggedRequest } from '../session/request-log.ts'

export interface JobsInit {
  /** when jobs get a row in the datastore, and how often it is updated */
  jobTimes?: Partial<JobTimes>
}

/**
 * Creates the jobs of a node, and its log of requests.
 *
 * @param onChange - called when the state of a job has changed
 */
export function createJobs ({ jobTimes }: JobsInit, node: JobNode & { logs: Logs }, onChange: () => void): NodeJobs {
  const { logs } = node
  const requests = new RequestLog()
  const jobKinds = new Map<string, RemakeKind>()
  const jobs = new Jobs({
    ...jobTimes,
    datastore: node.datastore,
    remake: remakeJob(node, jobKinds),
    changed: onChange,
    unasked: (job) => requests.begin(jobAsRequest(job)),
    log: (kind) => logs.logger(kind.startsWith('pin/') ? 'pin' : 'core')
  })
  return { jobs, jobKinds, requests }
}

/**
 * Describes a resumed job as the request that once started it: its paths become arguments, its other arguments options.
 */
function jobAsRequest ({ kind, args }: Pick<JobState, 'kind' | 'args'>): LoggedRequest {
  const { paths = [], ...options } = args as { paths?: string[] } & Record<string, unknown>
  return {
    command: kind,
    options: Object.fromEntries(Object.entries(options).filter(([, value]) => typeof value !== 'object')),
    args: paths
  }
}
