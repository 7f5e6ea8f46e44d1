import { command } from '../../../rpc/command/command.ts'
import { outputShape } from '../../../rpc/command/output.ts'
import { singleResult } from '../../../rpc/command/result.ts'
import { jobArgument } from './job-argument.ts'

export const continueJob = command({
  help: {
    tagline: 'Retry a job that waits for the user.',
    description: 'Found is false if there is no such job, or it does not wait.'
  },
  args: { job: jobArgument },
  output: outputShape('JobContinued', 'ID:string Found:bool'),
  run: async ({ job }, { node }) => singleResult({ ID: job, Found: await node.jobs.continue(job) }),
  text: ({ ID, Found }) => `${Found ? 'continued' : 'no such waiting job:'} ${ID}\n`
})
