import type { JobSpec } from './job-spec.ts'

/** What a job has in common with those that are the same. */
export function jobIdentity ({ kind, args, sameAs = args }: Pick<JobSpec<unknown, unknown>, 'kind' | 'args' | 'sameAs'>): string {
  return `${kind} ${JSON.stringify(sameAs)}`
}
