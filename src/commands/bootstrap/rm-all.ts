import { changeWithResult } from '../../config/change-with-result.ts'
import { clearBootstrapPeers } from '../../net/bootstrap/clear-bootstrap-peers.ts'
import { command } from '../../rpc/command/command.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { bootstrapShape, bootstrapText } from './bootstrap-output.ts'

export const bootstrapRmAll = command({
  help: { tagline: 'Remove all bootstrap peers.' },
  output: bootstrapShape,

  async run (_, { node }) {
    const removed = await changeWithResult(node.config, clearBootstrapPeers)
    return singleResult({ Peers: removed.peers })
  },

  text: (list) => bootstrapText(list, 'removed ')
})
