import { group } from '../../rpc/command/command.ts'
import { bitswapStat } from '../bitswap/stat.ts'
import { provideStatCommand } from '../provide/stat.ts'
import { repoStat } from '../repo/stat.ts'
import { statsBw } from './bw.ts'
import { statsDht } from './dht.ts'

const NOW = 'Show how announcing goes; provide/stat does it now.'

export const stats = group('Numbers about the node.', {
  bitswap: bitswapStat,
  bw: statsBw,
  dht: statsDht,
  provide: provideStatCommand(NOW, 'deprecated'),
  repo: repoStat,
  reprovide: provideStatCommand(NOW, 'deprecated')
})
