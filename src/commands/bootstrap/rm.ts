import { changeWithResult } from '../../config/change-with-result.ts'
import { clearBootstrapPeers } from '../../net/bootstrap/clear-bootstrap-peers.ts'
import { removeBootstrapPeers } from '../../net/bootstrap/remove-bootstrap-peers.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { bootstrapShape, bootstrapText } from './bootstrap-output.ts'
import { peers } from './peers-argument.ts'
import { bootstrapRmAll } from './rm-all.ts'

export const bootstrapRm = command({
  help: { tagline: 'Remove bootstrap peers.' },
  args: { peers },
  options: {
    all: option.bool('all', 'Remove all bootstrap peers. Deprecated: use bootstrap/rm/all.', { deprecated: true })
  },
  output: bootstrapShape,

  async run ({ peers, all }, { node }) {
    const removed = await changeWithResult(
      node.config,
      (config) => all === true ? clearBootstrapPeers(config) : removeBootstrapPeers(config, peers)
    )
    return singleResult({ Peers: removed.peers })
  },

  text: (list) => bootstrapText(list, 'removed ')
}, {
  all: bootstrapRmAll
})
