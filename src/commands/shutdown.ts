import { command } from '../rpc/command.ts'
import { nothing } from '../rpc/result.ts'

export const shutdown = command({
  help: { tagline: 'Stop the node.', description: 'Requests that run end. In a browser the node starts again when its page is loaded anew; until then requests are refused (503).' },

  run (_, { node }) {
    node.shutDown()
    return nothing()
  }
})
