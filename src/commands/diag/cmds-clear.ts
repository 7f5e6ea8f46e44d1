import { command } from '../../rpc/command/command.ts'
import { emptyResult } from '../../rpc/command/result.ts'

export const diagCmdsClear = command({
  help: { tagline: 'Clear the finished requests.' },
  answers: 'nothing',

  run (_, { node }) {
    node.requests.clear()
    return emptyResult()
  }
})
