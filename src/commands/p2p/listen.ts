import type { Multiaddr } from '@multiformats/multiaddr'
import { command } from '../../rpc/command.ts'
import { option } from '../../rpc/option.ts'
import { shape } from '../../rpc/output.ts'
import { nothing, stream } from '../../rpc/result.ts'
import { checkProtocol } from './check-protocol.ts'
import { parseMultiaddr } from '../../net/parse-multiaddr.ts'
import { socketsOf } from './sockets-of.ts'
import { streamMounts } from './stream-mounts.ts'
import { customProtocol, foreground, protocolArgument, targetArgument } from './stream-options.ts'
import { untilClosed } from './until-closed.ts'
import type { ForegroundOutput } from './until-closed.ts'

export const p2pListen = command({
  help: {
    tagline: 'Offer a service to other nodes.',
    description: 'Streams of that protocol go to the address. The offer lasts until p2p/close, or until the node stops.'
  },
  differs: [
    'Who has sent all is still answered: each way of a stream ends for itself.',
    'A node in a browser has no sockets and says so: streams end at a page there, by acceptStreams of the client library.'
  ],
  errors: [
    { ask: 'arg=/x/a&arg=/ip4/127.0.0.1/tcp/1', says: 'libp2p stream mounting not enabled' }
  ],
  status: 'experimental',
  args: { protocol: protocolArgument, target: targetArgument },
  options: { customProtocol, reportPeer: option.bool('report-peer-id,r', 'Tell the service which peer has come.'), foreground },
  output: shape('P2PForegroundOutput', 'Status:string Protocol:string Address:string'),

  async run ({ protocol, target: text, customProtocol, reportPeer, foreground }, { node, signal }) {
    const mounts = streamMounts(node)
    const targetAddress = parseMultiaddr(text)
    checkPort(targetAddress)
    checkProtocol(protocol, customProtocol)
    const sockets = socketsOf(node)

    const open = await mounts.offer({
      protocol,
      targetAddress,

      async connect ({ peer }, options) {
        const socket = await sockets.connect(targetAddress, options)

        if (reportPeer === true) {
          await socket.write(new TextEncoder().encode(`${peer}\n`))
        }

        return socket
      }
    })

    return foreground === true ? stream(untilClosed(open, { mounts, address: text, signal })) : nothing<ForegroundOutput>()
  },

  text: ({ Status, Protocol, Address }) => Status === 'active'
    ? `Listening on ${Protocol}, forwarding to ${Address}, waiting for interrupt...\n`
    : `Received interrupt, removing listener for ${Protocol}\n`
})

/** @throws an Error for an address without a port to connect to */
function checkPort (address: Multiaddr): void {
  const part = address.getComponents().find(({ name }) => name === 'tcp') ?? address.getComponents().find(({ name }) => name === 'udp')

  if (part == null) {
    throw new Error('address does not contain tcp or udp protocol')
  }

  if (Number(part.value) === 0) {
    throw new Error('port can not be 0')
  }
}
