import { command } from '../rpc/command/command.ts'
import { emptyResult } from '../rpc/command/result.ts'

export const shutdown = command({
  help: {
    tagline: 'Stop the node.',
    description:
      'Running requests end. In a browser the node restarts when a page of it is reloaded; until then requests ' +
      'fail with status 503.'
  },
  differs: [
    'The node answers 503 until one of its pages is reloaded.'
  ],
  answers: 'nothing',

  async run (_, { node }) {
    // Mounts end with a daemon; a worker that is merely stopped restores them.
    await node.mountedFiles.unmount()
    await node.endRuntime()
    node.shutDown()
    return emptyResult()
  }
})
