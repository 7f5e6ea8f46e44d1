import { parseMultiaddr } from '../../net/addresses/parse-multiaddr.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { emptyResult, streamResult } from '../../rpc/command/result.ts'
import { peersOf } from '../swarm/peers-of.ts'
import { checkProtocol } from './check-protocol.ts'
import { socketsOf } from './sockets-of.ts'
import { streamMounts } from './stream-mounts.ts'
import { customProtocol, foreground, protocolArgument, targetArgument } from './stream-options.ts'
import { untilClosed } from './until-closed.ts'
import type { ForegroundOutput } from './until-closed.ts'

export const p2pForward = command({
  help: {
    tagline: 'Forward connections to a service of another peer.',
    description:
      'Forwards connections to a local address over streams of the protocol to the peer, until p2p/close or until ' +
      'the node stops.'
  },
  differs: [
    'The two directions of a stream close independently (half-close).',
    'A browser node has no sockets and returns an error. Pages open streams with openStream of the client library.'
  ],
  errors: [
    {
      ask: 'arg=/x/a&arg=/ip4/127.0.0.1/tcp/0&arg=/p2p/12D3KooWGBfKT1pSt7DZJMXqXLGDVWWmEwvAgxCbmdBHXEFN3AzN',
      says: 'libp2p stream mounting not enabled'
    }
  ],
  status: 'experimental',
  args: {
    protocol: protocolArgument,
    listen: argument.string('listen-address', 'Listen address.'),
    target: targetArgument
  },
  options: { customProtocol, foreground },
  output: outputShape('P2PForegroundOutput', 'Status:string Protocol:string Address:string'),

  async run ({ protocol, listen, target, customProtocol, foreground }, { node, signal }) {
    const mounts = streamMounts(node)
    const address = parseMultiaddr(listen)
    parseMultiaddr(target)
    checkProtocol(protocol, customProtocol)
    const sockets = socketsOf(node)
    const [peer] = await peersOf([target], node, signal)
    const open = await mounts.forward({ protocol, address, peer, sockets })
    return foreground === true
      ? streamResult(untilClosed(open, { mounts, address: listen, signal }))
      : emptyResult<ForegroundOutput>()
  },

  text: ({ Status, Protocol, Address }) =>
    Status === 'active'
      ? `Forwarding ${Protocol} to ${Address}, waiting for interrupt...\n`
      : `Received interrupt, removing forwarder for ${Protocol}\n`
})
