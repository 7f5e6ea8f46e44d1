import type { JobState } from '../jobs/job-state.ts'
import type { LoggedRequest } from './request-log.ts'

/** A job that goes on by itself, as the request that it once was: what of its arguments are paths, and the others that are plain. */
export function jobAsRequest ({ kind, args }: Pick<JobState, 'kind' | 'args'>): LoggedRequest {
  const { paths = [], ...options } = args as { paths?: string[] } & Record<string, unknown>
  return { command: kind, options: Object.fromEntries(Object.entries(options).filter(([, value]) => typeof value !== 'object')), args: paths }
}
