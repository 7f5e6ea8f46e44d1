import { argument } from '../../rpc/argument.ts'
import { group } from '../../rpc/command.ts'
import { option } from '../../rpc/option.ts'
import { later } from './later.ts'
import { human, verbose } from './shared-options.ts'

/** Also `stats/bitswap`. */
export const bitswapStat = later('bitswap/stat', { help: { tagline: 'Show how much was exchanged with peers.' }, options: { verbose, human } })

export const bitswap = group('Look at the exchange of blocks with peers.', {
  ledger: later('bitswap/ledger', {
    help: { tagline: 'Show what was exchanged with one peer.' },
    args: { peer: argument.string('peer', 'ID of the peer.') }
  }),
  reprovide: later('bitswap/reprovide', { help: { tagline: 'Announce again what the node has; routing/reprovide does it now.' }, status: 'deprecated' }),
  stat: bitswapStat,
  wantlist: later('bitswap/wantlist', {
    help: { tagline: 'List the blocks that are waited for.' },
    options: { peer: option.string('peer,p', 'Those that this peer waits for; left out, this node.') }
  })
})
