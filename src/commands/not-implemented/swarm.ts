import { argument } from '../../rpc/argument.ts'
import { group } from '../../rpc/command.ts'
import { option } from '../../rpc/option.ts'
import { notImplemented } from './not-implemented.ts'

const addresses = argument.string('address', 'Multiaddr of a peer, with its ID at the end.', { variadic: true, stdin: true })
const filters = argument.string('address', 'Multiaddr with a mask, such as /ip4/192.168.0.0/ipcidr/16.', { variadic: true, stdin: true })

export const swarm = group('Look at and make connections.', {
  addrs: notImplemented('swarm/addrs', { help: { tagline: 'List the addresses of peers that are known.' } }, {
    autonat: notImplemented('swarm/addrs/autonat', { help: { tagline: 'Show which of the addresses others reach.' } }),
    listen: notImplemented('swarm/addrs/listen', { help: { tagline: 'List the addresses that the node listens on.' } }),
    local: notImplemented('swarm/addrs/local', { help: { tagline: 'List the addresses of the node.' }, options: { id: option.bool('id', 'With the ID of the node.') } })
  }),
  connect: notImplemented('swarm/connect', { help: { tagline: 'Connect to peers.' }, args: { addresses } }),
  disconnect: notImplemented('swarm/disconnect', { help: { tagline: 'Close connections to peers.' }, args: { addresses } }),
  filters: notImplemented('swarm/filters', { help: { tagline: 'List the addresses that are not connected to.' } }, {
    add: notImplemented('swarm/filters/add', { help: { tagline: 'Connect to some addresses no longer.' }, args: { filters } }),
    rm: notImplemented('swarm/filters/rm', { help: { tagline: 'Connect to some addresses again.' }, args: { filters } })
  }),
  peering: group('Choose peers to keep a connection to.', {
    add: notImplemented('swarm/peering/add', {
      help: { tagline: 'Keep a connection to peers.' },
      args: { addresses: argument.string('address', 'Multiaddr of a peer, with its ID at the end.', { variadic: true }) }
    }),
    ls: notImplemented('swarm/peering/ls', { help: { tagline: 'List the peers that a connection is kept to.' } }),
    rm: notImplemented('swarm/peering/rm', {
      help: { tagline: 'Keep a connection to peers no longer.' },
      args: { peers: argument.string('ID', 'ID of a peer.', { variadic: true }) }
    })
  }),
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
