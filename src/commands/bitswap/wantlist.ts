import { cidLink } from '../../cid/text/cid-link.ts'
import { parseCid } from '../../cid/text/parse-cid.ts'
import { compareStrings } from '../../go/text/compare-strings.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { onlineExchange } from '../shared/online-node.ts'
import { peerText } from '../shared/peer-text.ts'

export const bitswapWantlist = command({
  help: {
    tagline: 'List the blocks that the node requests from peers.',
    description: 'Blocks that are awaited without any peer to ask are not listed.'
  },
  options: { peer: option.string('peer,p', 'Show the wantlist of this peer; by default that of this node.') },
  output: outputShape('KeyList', 'Keys:list'),

  run ({ peer }, { node }) {
    const exchange = onlineExchange(node)
    const id = peer == null ? undefined : peerText(peer)
    const keys = id == null || id === node.identity.peerId.toString() ? exchange.stat().wants : exchange.wantsOf(id)
    return singleResult({ Keys: keys?.map(cidLink) ?? null })
  },

  text: ({ Keys }, _, { cids }) =>
    (Keys ?? []).map((link) => `${cids.encode(parseCid(link['/']))}\n`).sort(compareStrings).join('')
})
