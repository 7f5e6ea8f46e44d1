import { command } from '../../../rpc/command/command.ts'
import { outputShape } from '../../../rpc/command/output.ts'
import { singleResult } from '../../../rpc/command/result.ts'
import { jobArgument } from './job-argument.ts'

export const cancelJob = command({
  help: {
    tagline: 'Cancel a job, or remove one that has ended from the list.',
    description:
      'Requests that wait for the job fail with "context canceled". Completed work is kept, and the job is not ' +
      'resumed. Found is false if there is no such job.'
  },
  args: { job: jobArgument },
  output: outputShape('JobCancelled', 'ID:string Found:bool'),
  run: async ({ job }, { node }) => singleResult({ ID: job, Found: await node.jobs.cancel(job) }),
  text: ({ ID, Found }) => `${Found ? 'cancelled' : 'no such job:'} ${ID}\n`
})
