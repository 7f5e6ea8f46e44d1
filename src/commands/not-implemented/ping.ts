import { argument } from '../../rpc/argument.ts'
import { option } from '../../rpc/option.ts'
import { notImplemented } from './not-implemented.ts'

export const ping = notImplemented('ping', {
  help: { tagline: 'Measure how long a message to a peer and back takes.' },
  args: { peers: argument.string('peer ID', 'ID or multiaddr of the peer.', { variadic: true, stdin: true }) },
  options: { count: option.int('count,n', 'How often.', { default: 10 }) }
})
