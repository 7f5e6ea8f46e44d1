import { cidLink } from '../../cid/text/cid-link.ts'
import { parseCid } from '../../cid/text/parse-cid.ts'
import { compareStrings } from '../../go/text/compare-strings.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { shape } from '../../rpc/command/output.ts'
import { once } from '../../rpc/command/result.ts'
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
