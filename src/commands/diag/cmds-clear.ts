import { command } from '../../rpc/command/command.ts'
import { nothing } from '../../rpc/command/result.ts'

export const diagCmdsClear = command({
  help: { tagline: 'Forget the requests that are over.' },
  answers: 'nothing',

  run (_, { node }) {
    node.requests.clear()
    return nothing()
  }
})
