import { cidLink } from '../../cid/cid-link.ts'
import { parseCid } from '../../cid/parse-cid.ts'
import { compareStrings } from '../../go/compare-strings.ts'
import { command } from '../../rpc/command.ts'
import { option } from '../../rpc/option.ts'
import { shape } from '../../rpc/output.ts'
import { once } from '../../rpc/result.ts'
import { onlineExchange } from '../shared/online-exchange.ts'
import { peerText } from '../shared/peer-text.ts'

export const bitswapWantlist = command({
  help: {
    tagline: 'List the blocks that peers are asked for.',
    description: 'A block that is waited for while there is nobody to ask is not among them.'
  },
  options: { peer: option.string('peer,p', 'Those that this peer asks for; left out, this node.') },
  output: shape('KeyList', 'Keys:list'),

  run ({ peer }, { node }) {
    const exchange = onlineExchange(node)
    const id = peer == null ? undefined : peerText(peer)
    const keys = id == null || id === node.identity.peerId.toString() ? exchange.stat().wants : exchange.wantsOf(id)
    return once({ Keys: keys?.map(cidLink) ?? null })
  },

  text: ({ Keys }, _, { cidsAsTheyAre }) =>
    (Keys ?? []).map((link) => `${cidsAsTheyAre.encode(parseCid(link['/']))}\n`).sort(compareStrings).join('')
})
