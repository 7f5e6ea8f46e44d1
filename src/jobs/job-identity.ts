import type { JobSpec } from './job-spec.ts'

/** Returns the identity of a job. Jobs with equal identities do the same work. */
export function jobIdentity (
  { kind, args, sameAs = args }: Pick<JobSpec<unknown, unknown>, 'kind' | 'args' | 'sameAs'>
): string {
  return `${kind} ${JSON.stringify(sameAs)}`
}
