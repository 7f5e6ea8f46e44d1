import { argument } from '../../rpc/argument.ts'
import { group } from '../../rpc/command.ts'
import { option } from '../../rpc/option.ts'
import { notImplemented } from './not-implemented.ts'
import { verbose } from '../shared/verbose.ts'
import { human } from './shared-options.ts'

/** Also `stats/bitswap`. */
export const bitswapStat = notImplemented('bitswap/stat', { help: { tagline: 'Show how much was exchanged with peers.' }, options: { verbose, human } })

export const bitswap = group('Look at the exchange of blocks with peers.', {
  ledger: notImplemented('bitswap/ledger', {
    help: { tagline: 'Show what was exchanged with one peer.' },
    args: { peer: argument.string('peer', 'ID of the peer.') }
  }),
  reprovide: notImplemented('bitswap/reprovide', { help: { tagline: 'Announce again what the node has; routing/reprovide does it now.' }, status: 'deprecated' }),
  stat: bitswapStat,
  wantlist: notImplemented('bitswap/wantlist', {
    help: { tagline: 'List the blocks that are waited for.' },
    options: { peer: option.string('peer,p', 'Those that this peer waits for; left out, this node.') }
  })
})
