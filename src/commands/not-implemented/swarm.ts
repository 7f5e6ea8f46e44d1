import { argument } from '../../rpc/argument.ts'
import { group } from '../../rpc/command.ts'
import { option } from '../../rpc/option.ts'
import { swarmFilters } from '../swarm/filters.ts'
import { swarmPeering } from '../swarm/peering.ts'
import { notImplemented } from './not-implemented.ts'

const addresses = argument.string('address', 'Multiaddr of a peer, with its ID at the end.', { variadic: true, stdin: true })

export const swarm = group('Look at and make connections.', {
  addrs: notImplemented('swarm/addrs', { help: { tagline: 'List the addresses of peers that are known.' } }, {
    autonat: notImplemented('swarm/addrs/autonat', { help: { tagline: 'Show which of the addresses others reach.' } }),
    listen: notImplemented('swarm/addrs/listen', { help: { tagline: 'List the addresses that the node listens on.' } }),
    local: notImplemented('swarm/addrs/local', { help: { tagline: 'List the addresses of the node.' }, options: { id: option.bool('id', 'With the ID of the node.') } })
  }),
  connect: notImplemented('swarm/connect', { help: { tagline: 'Connect to peers.' }, args: { addresses } }),
  disconnect: notImplemented('swarm/disconnect', { help: { tagline: 'Close connections to peers.' }, args: { addresses } }),
  filters: swarmFilters,
  peering: swarmPeering,
  peers: notImplemented('swarm/peers', {
    help: { tagline: 'List the peers that the node is connected to.' },
    options: {
      verbose: option.bool('verbose,v', 'All that is known.'),
      streams: option.bool('streams', 'With the streams of each.'),
      latency: option.bool('latency', 'With how long a message takes.'),
      direction: option.bool('direction', 'With who connected to whom.'),
      identify: option.bool('identify', 'With what each says of itself.')
    }
  }),
  resources: notImplemented('swarm/resources', { help: { tagline: 'Show what connections use and may use.' }, status: 'experimental' })
})
