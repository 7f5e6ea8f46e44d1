import type { Job } from '../../client/index.ts'
import type { Upload } from '../state/uploads.ts'
import { pinName } from './pin-name.ts'

/** Whether a job that runs is one of these uploads. */
export function isUpload ({ kind, args }: Pick<Job, 'kind' | 'args'>, uploads: ReadonlyArray<Pick<Upload, 'picked' | 'status'>>): boolean {
  return kind === 'add' && uploads.some(({ picked, status }) => status === 'running' && pinName(picked.name) === (args as { name?: string }).name)
}
