import { command } from '../../rpc/command.ts'
import { shape } from '../../rpc/output.ts'
import { once } from '../../rpc/result.ts'
import { streamMounts } from './stream-mounts.ts'
import { headers } from './stream-options.ts'

export const p2pStreamLs = command({
  help: { tagline: 'List the streams.', description: 'There are none before peers can connect to this node.' },
  status: 'experimental',
  options: { headers },
  output: shape('P2PStreamsOutput', 'Streams:[]P2PStreamInfoOutput'),

  run (_, { node }) {
    streamMounts(node)
    return once({ Streams: null })
  },

  text: () => ''
})
