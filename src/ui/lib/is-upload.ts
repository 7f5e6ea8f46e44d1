import type { Job } from '../../client/index.ts'
import type { Upload } from '../state/uploads.ts'
import { pinName } from './pin-name.ts'

/** Whether a job is one of these uploads, which the page tells of itself as long as they run. What was cut before is none of them. */
export function isUpload ({ kind, args, asked, state }: Pick<Job, 'kind' | 'args' | 'asked' | 'state'>, uploads: ReadonlyArray<Pick<Upload, 'picked' | 'status'>>): boolean {
  if (kind === 'dag/import') {
    return uploads.some(({ picked, status }) => status === 'running' && picked.car === true && (args as { name?: string }).name?.endsWith(`/${picked.name}`) === true)
  }

  const isTold = state === 'running' || (args as { file?: string } | null)?.file != null
  // what goes into the files has no pin whose name would tell
  const isIt = ({ name, toFiles }: Upload['picked']): boolean => toFiles == null ? pinName(name) === (args as { name?: string }).name : toFiles === asked?.['to-files']
  return kind === 'add' && isTold && uploads.some(({ picked, status }) => status === 'running' && isIt(picked))
}
