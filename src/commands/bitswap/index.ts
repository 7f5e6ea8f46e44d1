import { command, group } from '../../rpc/command/command.ts'
import { runReprovide } from '../routing/reprovide.ts'
import { bitswapLedger } from './ledger.ts'
import { bitswapStat } from './stat.ts'
import { bitswapWantlist } from './wantlist.ts'

const reprovide = command({
  help: {
    tagline: 'Announce all content again. Requires Provide.DHT.SweepEnabled=false. Deprecated: use routing/reprovide.'
  },
  status: 'deprecated',
  answers: 'nothing',
  run: async (_, { node, signal }) => await runReprovide(node, signal)
})

export const bitswap = group('Inspect the exchange of blocks with peers.', {
  ledger: bitswapLedger,
  reprovide,
  stat: bitswapStat,
  wantlist: bitswapWantlist
})
