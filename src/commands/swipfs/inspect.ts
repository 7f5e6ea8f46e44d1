import { inspectNode } from '../../node/inspect-node.ts'
import { command } from '../../rpc/command/command.ts'
import { singleResult } from '../../rpc/command/result.ts'

export const inspect = command({
  help: {
    tagline: 'Show counters and states of the node for debugging.',
    description: 'The report contains no content, arguments or keys. Its fields may change with each version.'
  },
  answers: { type: 'object' },
  run: async (_, { node }) => singleResult(await inspectNode(node))
})
