import type { Job } from '../../../client/index.ts'
import { isInterrupted } from '../../intake/lib/is-interrupted.ts'
import type { Upload } from '../../intake/state/uploads.ts'
import { pinName } from '../../storage/lib/pin-name.ts'

/**
 * Returns whether a job belongs to one of these uploads, which the page displays itself while they run. Jobs that were
 * interrupted before their start do not; those that were interrupted since are repeated by the page.
 */
export function isUpload (
  job: Pick<Job, 'kind' | 'args' | 'asked' | 'state' | 'begun'>,
  uploads: ReadonlyArray<Pick<Upload, 'picked' | 'status' | 'begunMs'>>
): boolean {
  return uploads.some(({ picked, status, begunMs = Infinity }) =>
    status === 'running' && (isJobOf(job, picked) || isInterrupted(job, picked, begunMs))
  )
}

function isJobOf (
  { kind, args, asked, state }: Pick<Job, 'kind' | 'args' | 'asked' | 'state'>,
  { name, car, handle, toFiles }: Upload['picked']
): boolean {
  const said = args as { name?: string; file?: string } | null

  if (car === true) {
    return kind === 'dag/import' && said?.name?.endsWith(`/${name}`) === true
  }
  // A reference is not stored in Files by its job.
  return kind === 'add' &&
    (handle == null ? state === 'running' && toFiles === asked?.['to-files'] : pinName(name) === said?.name)
}
