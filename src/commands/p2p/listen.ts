import type { Multiaddr } from '@multiformats/multiaddr'
import type { StreamListener } from '../../net/streams/stream-listener.ts'
import type { StreamListeners } from '../../net/streams/stream-listeners.ts'
import { command } from '../../rpc/command.ts'
import { option } from '../../rpc/option.ts'
import { shape } from '../../rpc/output.ts'
import { nothing, stream } from '../../rpc/result.ts'
import { checkProtocol } from './check-protocol.ts'
import { parseMultiaddr } from '../../net/parse-multiaddr.ts'
import { streamMounts } from './stream-mounts.ts'
import { customProtocol, foreground, protocolArgument, targetArgument } from './stream-options.ts'

interface ForegroundOutput { Status: 'active' | 'closing', Protocol: string, Address: string }

export const p2pListen = command({
  help: {
    tagline: 'Offer a service to other nodes.',
    description: 'Streams of that protocol go to the address. The offer lasts until p2p/close, or until the node stops.'
  },
  errors: [
    { ask: 'arg=/x/a&arg=/ip4/127.0.0.1/tcp/1', says: 'libp2p stream mounting not enabled' }
  ],
  status: 'experimental',
  args: { protocol: protocolArgument, target: targetArgument },
  options: { customProtocol, reportPeer: option.bool('report-peer-id,r', 'Tell the service which peer has come.'), foreground },
  output: shape('P2PForegroundOutput', 'Status:string Protocol:string Address:string'),

  run ({ protocol, target: text, customProtocol, reportPeer, foreground }, { node, signal }) {
    const listeners = streamMounts(node)
    const targetAddress = parseMultiaddr(text)
    checkPort(targetAddress)
    checkProtocol(protocol, customProtocol)
    const listener = { protocol, listenAddress: parseMultiaddr(`/p2p/${node.identity.peerId}`), targetAddress, reportPeer: reportPeer === true }
    const ended = listeners.register(listener)
    return foreground === true ? stream(untilEnd(listener, ended, { listeners, address: text, signal })) : nothing<ForegroundOutput>()
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

async function * untilEnd (listener: StreamListener, ended: Promise<void>, { listeners, address, signal }: { listeners: StreamListeners, address: string, signal: AbortSignal }): AsyncGenerator<ForegroundOutput> {
  const output = { Protocol: listener.protocol, Address: address }
  const remove = (): void => { listeners.close((other) => other === listener) }
  signal.addEventListener('abort', remove, { once: true })

  try {
    if (signal.aborted) {
      remove()
    }

    yield { Status: 'active', ...output }
    await ended
    signal.throwIfAborted()
    yield { Status: 'closing', ...output }
  } finally {
    signal.removeEventListener('abort', remove)
    remove()
  }
}
