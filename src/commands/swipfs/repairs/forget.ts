import { command } from '../../../rpc/command/command.ts'
import { emptyResult } from '../../../rpc/command/result.ts'

export const forgetRepairs = command({
  help: {
    tagline: 'Acknowledge the repairs, so that they are not reported again.',
    description: 'Ends the search for incomplete pins. Incomplete pins remain pins.'
  },
  answers: 'nothing',

  async run (_, { node }) {
    await node.repairReport.forget()
    return emptyResult()
  }
})
