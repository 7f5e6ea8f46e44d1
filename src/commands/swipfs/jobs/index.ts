import { group } from '../../../rpc/command/command.ts'
import { cancelJob } from './cancel.ts'
import { continueJob } from './continue.ts'
import { listJobs } from './ls.ts'

export const jobs = group('Show and control jobs: long work that survives a restart of the node.', {
  cancel: cancelJob,
  continue: continueJob,
  ls: listJobs
})
