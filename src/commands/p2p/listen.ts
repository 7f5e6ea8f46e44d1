import type { Multiaddr } from '@multiformats/multiaddr'
import { parseMultiaddr } from '../../net/addresses/parse-multiaddr.ts'
import type { IpfsNode } from '../../node/interface/ipfs-node.ts'
import { command } from '../../rpc/command/command.ts'
import { CommandError, ERROR_CODES } from '../../rpc/command/errors.ts'
import { option } from '../../rpc/command/option.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { emptyResult, streamResult } from '../../rpc/command/result.ts'
import { httpRoot } from '../../swarm/streams/http-root.ts'
import type { Offer } from '../../swarm/streams/stream-mounts.ts'
import type { StreamSockets } from '../../swarm/streams/stream-sockets.ts'
import { checkProtocol } from './check-protocol.ts'
import { socketsOf } from './sockets-of.ts'
import { streamMounts } from './stream-mounts.ts'
import { customProtocol, foreground, protocolArgument, targetArgument } from './stream-options.ts'
import { untilClosed } from './until-closed.ts'
import type { ForegroundOutput } from './until-closed.ts'

export const p2pListen = command({
  help: {
    tagline: 'Offer a service to other peers.',
    description: 'Forwards streams of the protocol to the address. The target /http is the gateway of this node over ' +
      'HTTP/1.1, without fetching missing blocks. /http/http-path/ipfs%2FCID (or ipns%2FNAME) limits it to that ' +
      'content. The listener lasts until p2p/close or until the node stops; in a browser a gateway listener lasts ' +
      'until shutdown or until the browser closes.'
  },
  differs: [
    'The two directions of a stream close independently (half-close).',
    'The target /http is the gateway of this node; Kubo has no such target.',
    'A browser node has no sockets. Streams end at its gateway, or at a page with acceptStreams of the client library.'
  ],
  errors: [
    { ask: 'arg=/x/a&arg=/ip4/127.0.0.1/tcp/1', says: 'libp2p stream mounting not enabled' }
  ],
  status: 'experimental',
  args: { protocol: protocolArgument, target: targetArgument },
  options: {
    customProtocol,
    reportPeer: option.bool('report-peer-id,r', 'Send the peer ID of the caller to the service.'),
    foreground
  },
  output: outputShape('P2PForegroundOutput', 'Status:string Protocol:string Address:string'),

  async run ({ protocol, target: text, customProtocol, reportPeer, foreground }, { node, signal }) {
    const mounts = streamMounts(node)
    const targetAddress = parseMultiaddr(text)
    const root = httpRoot(targetAddress)

    if (root == null) {
      checkPort(targetAddress)
    } else if (reportPeer === true) {
      throw new Error('the gateway is told no peer IDs')
    }

    checkProtocol(protocol, customProtocol)
    const open = await mounts.offer({
      protocol,
      targetAddress,
      connect: root == null ? toSocket(socketsOf(node), targetAddress, reportPeer) : toGateway(node, root)
    })

    // A foreground listener lasts as long as this request.
    if (root != null && foreground !== true) {
      node.keptListeners?.add({ protocol, target: text })
      await node.runtime?.saved()
    }

    return foreground === true
      ? streamResult(untilClosed(open, { mounts, address: text, signal }))
      : emptyResult<ForegroundOutput>()
  },

  text: ({ Status, Protocol, Address }) =>
    Status === 'active'
      ? `Listening on ${Protocol}, forwarding to ${Address}, waiting for interrupt...\n`
      : `Received interrupt, removing listener for ${Protocol}\n`
})

function toSocket (sockets: StreamSockets, address: Multiaddr, reportPeer: boolean | undefined): Offer['connect'] {
  return async ({ peer }, options) => {
    const socket = await sockets.connect(address, options)

    if (reportPeer === true) {
      await socket.write(new TextEncoder().encode(`${peer}\n`))
    }

    return socket
  }
}

/**
 * Returns the connection to the gateway.
 *
 * @throws a CommandError if the gateway does not serve HTTP over streams
 */
function toGateway ({ httpService }: IpfsNode, root: string): Offer['connect'] {
  if (httpService == null) {
    throw new CommandError('the gateway of this node does not answer by streams', ERROR_CODES.implementation)
  }

  return async (stream) => httpService(stream, root)
}

/**
 * Checks that an address has a port to connect to.
 *
 * @throws an Error if it has none
 */
function checkPort (address: Multiaddr): void {
  const part = address.getComponents().find(({ name }) => name === 'tcp') ??
    address.getComponents().find(({ name }) => name === 'udp')

  if (part == null) {
    throw new Error('address does not contain tcp or udp protocol')
  }

  if (Number(part.value) === 0) {
    throw new Error('port can not be 0')
  }
}
