import { group } from '../../rpc/command/command.ts'
import { bitswapStat } from '../bitswap/stat.ts'
import { provideStatCommand } from '../provide/stat.ts'
import { repoStat } from '../repo/stat.ts'
import { statsBw } from './bw.ts'
import { statsDht } from './dht.ts'

const NOW = 'Show statistics of content announcements. Deprecated: use provide/stat.'

export const stats = group('Show statistics of the node.', {
  bitswap: bitswapStat,
  bw: statsBw,
  dht: statsDht,
  provide: provideStatCommand(NOW, 'deprecated'),
  repo: repoStat,
  reprovide: provideStatCommand(NOW, 'deprecated')
})
