import { argument } from '../../../rpc/command/argument.ts'

/** The ID of a job, as listed by `swipfs/jobs/ls`. */
export const jobArgument = argument.string('job', 'ID of the job.', { example: 'c2f1a6d0' })
