import { argument } from '../../rpc/argument.ts'
import { group } from '../../rpc/command.ts'
import type { Command } from '../../rpc/command.ts'
import { option } from '../../rpc/option.ts'
import { bitswapStat } from './bitswap.ts'
import { notImplemented } from './not-implemented.ts'
import { provideStatOptions } from './provide.ts'

/** @param repo - `repo/stat`, which stands here too */
export function statsWith (repo: Command): Command {
  return group('Numbers about the node.', {
    bitswap: bitswapStat,
    bw: notImplemented('stats/bw', {
      help: { tagline: 'Show how much goes over the network.' },
      options: {
        peer: option.string('peer,p', 'To and from this peer.'),
        proto: option.string('proto,t', 'For this protocol.'),
        poll: option.bool('poll', 'Again and again.'),
        interval: option.string('interval,i', 'Time between two answers.', { default: '1s' })
      }
    }),
    dht: notImplemented('stats/dht', {
      help: { tagline: 'Show the routing tables of the DHT.' },
      args: { tables: argument.string('dht', 'wanserver, lanserver, wan or lan; wan and lan when left out.', { required: false, variadic: true }) }
    }),
    provide: notImplemented('stats/provide', { help: { tagline: 'Show how announcing goes; provide/stat does it now.' }, status: 'deprecated', options: provideStatOptions }),
    repo,
    reprovide: notImplemented('stats/reprovide', { help: { tagline: 'Show how announcing goes; provide/stat does it now.' }, status: 'deprecated', options: provideStatOptions })
  })
}
