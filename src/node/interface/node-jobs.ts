import type { Jobs } from '../../jobs/jobs.ts'
import type { RemakeKind } from '../../jobs/kinds/remake-job.ts'
import type { RequestLog } from '../session/request-log.ts'

/** Requests and long-running jobs of a node. */
export interface NodeJobs {
  /** long-running jobs, which survive a crash */
  readonly jobs: Jobs
  /**
   * Kinds of jobs that services of a shell add, by name, with functions that recreate them after a crash. They must be
   * added before the services start.
   */
  readonly jobKinds: Map<string, RemakeKind>
  /** running requests, and recent ones */
  readonly requests: RequestLog
}
