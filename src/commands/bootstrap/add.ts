import { changeWithResult } from '../../config/change-with-result.ts'
import { addBootstrapPeers } from '../../net/bootstrap/add-bootstrap-peers.ts'
import { command } from '../../rpc/command/command.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { bootstrapShape, bootstrapText } from './bootstrap-output.ts'
import { peers } from './peers-argument.ts'

export const bootstrapAdd = command({
  help: {
    tagline: 'Add bootstrap peers.',
    description: '`auto` or `default` stands for the peers that AutoConf recommends.'
  },
  errors: [
    { ask: 'arg=x', says: 'failed to parse multiaddr "x": must begin with /' }
  ],
  args: { peers },
  output: bootstrapShape,

  async run ({ peers }, { node }) {
    const added = await changeWithResult(node.config, (config) => addBootstrapPeers(config, peers))
    return singleResult({ Peers: added.peers })
  },

  text: (list) => bootstrapText(list, 'added ')
})
