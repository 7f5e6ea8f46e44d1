import { argument } from '../../rpc/argument.ts'
import { group } from '../../rpc/command.ts'
import { option } from '../../rpc/option.ts'
import { notImplemented } from './not-implemented.ts'
import { verbose } from './shared-options.ts'

export const routing = group('Ask the network where things are.', {
  findpeer: notImplemented('routing/findpeer', {
    help: { tagline: 'Find the addresses of a peer.' },
    args: { peers: argument.string('peerID', 'ID of the peer.', { variadic: true }) },
    options: { verbose }
  }),
  findprovs: notImplemented('routing/findprovs', {
    help: { tagline: 'Find the peers that have something.' },
    args: { keys: argument.string('key', 'CID of it.', { variadic: true }) },
    options: { verbose, count: option.int('num-providers,n', 'Peers at most.', { default: 20 }) }
  }),
  get: notImplemented('routing/get', {
    help: { tagline: 'Get the best value of a key.' },
    status: 'experimental',
    args: { keys: argument.string('key', 'The key, such as /ipns/NAME.', { variadic: true }) }
  }),
  provide: notImplemented('routing/provide', {
    help: { tagline: 'Announce that the node has something.' },
    status: 'experimental',
    args: { keys: argument.string('key', 'CIDs of it.', { variadic: true, stdin: true }) },
    options: { verbose, recursive: option.bool('recursive,r', 'With all that it links to.') }
  }),
  put: notImplemented('routing/put', {
    help: { tagline: 'Set the value of a key.' },
    status: 'experimental',
    args: { key: argument.string('key', 'The key, such as /ipns/NAME.'), value: argument.file('value-file', 'The value.', { stdin: true }) },
    options: { allowOffline: option.bool('allow-offline', 'Keep it here when the node is offline.') }
  }),
  reprovide: notImplemented('routing/reprovide', { help: { tagline: 'Announce again what the node has.' }, status: 'experimental' })
})
