import { command } from '../../rpc/command.ts'
import { CommandError, ERROR_CODES } from '../../rpc/errors.ts'
import { argument } from '../../rpc/argument.ts'
import { checkProtocol } from './check-protocol.ts'
import { parseMultiaddr } from '../../net/parse-multiaddr.ts'
import { streamMounts } from './stream-mounts.ts'
import { customProtocol, foreground, protocolArgument, targetArgument } from './stream-options.ts'

const NO_SOCKETS = 'this node cannot listen on an address of the machine: a browser has no sockets that accept connections'

export const p2pForward = command({
  help: {
    tagline: 'Send what comes here to a service of another node.',
    description: 'Needs a socket that accepts connections, which a node in a browser has not: it says so.'
  },
  differs: [
    'Refused in words: a browser has no sockets that accept connections.'
  ],
  status: 'experimental',
  args: { protocol: protocolArgument, listen: argument.string('listen-address', 'Where to listen.'), target: targetArgument },
  options: { customProtocol, foreground },
  answers: 'an error',

  run ({ protocol, listen, target, customProtocol }, { node }) {
    streamMounts(node)
    parseMultiaddr(listen)
    parseMultiaddr(target)
    checkProtocol(protocol, customProtocol)
    throw new CommandError(NO_SOCKETS, ERROR_CODES.implementation)
  }
})
