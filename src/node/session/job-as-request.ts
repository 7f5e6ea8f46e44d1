import type { JobState } from '../../jobs/job-state.ts'
import type { LoggedRequest } from './request-log.ts'

/**
 * Describes a resumed job as the request that once started it: its paths become arguments, its other arguments options.
 */
export function jobAsRequest ({ kind, args }: Pick<JobState, 'kind' | 'args'>): LoggedRequest {
  const { paths = [], ...options } = args as { paths?: string[] } & Record<string, unknown>
  return {
    command: kind,
    options: Object.fromEntries(Object.entries(options).filter(([, value]) => typeof value !== 'object')),
    args: paths
  }
}
