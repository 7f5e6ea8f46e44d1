import { command } from '../../rpc/command/command.ts'
import { nothing } from '../../rpc/command/result.ts'

export const diagCmdsClear = command({
  help: { tagline: 'Clear the finished requests.' },
  answers: 'nothing',

  run (_, { node }) {
    node.requests.clear()
    return nothing()
  }
})
