import { command } from '../rpc/command/command.ts'
import { nothing } from '../rpc/command/result.ts'

export const shutdown = command({
  help: {
    tagline: 'Stop the node.',
    description:
      'Requests that run end. In a browser the node starts again when its page is loaded anew; until then requests are refused (503).'
  },
  differs: [
    'The node answers 503 until its page is loaded.'
  ],
  answers: 'nothing',

  async run (_, { node }) {
    // Mounts end with a daemon; a worker that is merely stopped restores them.
    await node.mountedFiles.unmount()
    await node.endRuntime()
    node.shutDown()
    return nothing()
  }
})
