import { command } from '../../rpc/command.ts'
import { nothing } from '../../rpc/result.ts'

export const diagCmdsClear = command({
  help: { tagline: 'Forget the requests that are over.' },
  answers: 'nothing',

  run (_, { node }) {
    node.requests.clear()
    return nothing()
  }
})
