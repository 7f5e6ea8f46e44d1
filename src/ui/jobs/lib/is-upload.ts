import type { Job } from '../../../client/index.ts'
import type { Upload } from '../../intake/state/uploads.ts'
import { pinName } from '../../storage/lib/pin-name.ts'

/**
 * Returns whether a job belongs to one of these uploads, which the page displays itself while they run. Jobs that were
 * interrupted earlier do not.
 */
export function isUpload (
  { kind, args, asked, state }: Pick<Job, 'kind' | 'args' | 'asked' | 'state'>,
  uploads: ReadonlyArray<Pick<Upload, 'picked' | 'status'>>
): boolean {
  if (kind === 'dag/import') {
    return uploads.some(({ picked, status }) =>
      status === 'running' && picked.car === true &&
      (args as { name?: string }).name?.endsWith(`/${picked.name}`) === true
    )
  }

  const isTold = state === 'running' || (args as { file?: string } | null)?.file != null
  // An upload to the MFS has no pin name to compare.
  const isIt = ({ name, toFiles }: Upload['picked']): boolean =>
    toFiles == null ? pinName(name) === (args as { name?: string }).name : toFiles === asked?.['to-files']
  return kind === 'add' && isTold && uploads.some(({ picked, status }) => status === 'running' && isIt(picked))
}
