import type { JobSpec } from './job-spec.ts'

/**
 * Erases the types of a job that is resumed from an earlier run: it has no listeners, and only its own code uses its
 * result.
 */
export function erasedSpec<T, R> (spec: JobSpec<T, R>): JobSpec<unknown, unknown> {
  return spec as unknown as JobSpec<unknown, unknown>
}
