import type { CreateListenerOptions, Listener } from '@libp2p/interface'
import { webSockets } from '@libp2p/websockets'
import type { Multiaddr } from '@multiformats/multiaddr'
import { multiaddrToUri } from '@multiformats/multiaddr-to-uri'
import { once } from 'node:events'
import type { LookupFunction } from 'node:net'
import { WebSocket } from 'ws'
import type { ClientOptions } from 'ws'
import { dnsFamily } from './dns-family.ts'
import type { DnsInNode } from './dns-in-node.ts'
import { PatientWebSocket } from './web-socket.ts'

const DNS_NAMES = ['dns', 'dns4', 'dns6']

/**
 * A WebSocket that closes on errors. An `error` event of package ws without a listener would end the process, and any
 * peer can send a malformed frame.
 */
class CalmWebSocket extends WebSocket {
  constructor (...args: ConstructorParameters<typeof WebSocket>) {
    super(...args)
    this.on('error', () => {})
  }
}

/** Internals of the transport of @libp2p/websockets. */
interface TransportInside {
  _connect: (address: Multiaddr, options: { signal?: AbortSignal }) => Promise<unknown>
}

/** Internals of the listener of @libp2p/websockets, which creates connections with the class in an option of ws. */
interface ListenerInside {
  wsServer: { options: { WebSocket: unknown } }
}

/**
 * Returns the libp2p transport for WebSockets, with a listener that survives malformed frames of peers.
 *
 * @param init - options of the transport
 * @param dns - resolves the names for which it overrides the system
 */
export function webSocketsInNode (
  init?: Parameters<typeof webSockets>[0],
  dns?: Pick<DnsInNode, 'isOwn' | 'lookup'>
): ReturnType<typeof webSockets> {
  const make = webSockets(init)

  return (components) => {
    const transport = make(components) as ReturnType<typeof make> & TransportInside
    const createListener = transport.createListener.bind(transport)
    const connect = transport._connect.bind(transport)

    return Object.assign(transport, {
      createListener: (options: CreateListenerOptions): Listener => {
        const listener = createListener(options)
        ;(listener as unknown as ListenerInside).wsServer.options.WebSocket = CalmWebSocket
        return listener
      },

      // Node's WebSocket accepts neither a custom DNS lookup nor a version of IP addresses.
      _connect: async (address: Multiaddr, options: { signal?: AbortSignal } = {}): Promise<unknown> => {
        const name = address.getComponents().find(({ name }) => DNS_NAMES.includes(name))?.value
        const family = dnsFamily(address)
        return dns == null || name == null || (family === 0 && !dns.isOwn(name))
          ? await connect(address, options)
          : await openWebSocket(address, { lookup: dns.lookup, family }, options)
      }
    })
  }
}

/**
 * Opens a WebSocket.
 *
 * @throws the signal's reason, and the error that prevents the connection
 */
async function openWebSocket (
  address: Multiaddr,
  { lookup, family }: { lookup: LookupFunction; family: 0 | 4 | 6 },
  { signal }: { signal?: AbortSignal }
): Promise<WebSocket> {
  signal?.throwIfAborted()
  const socket = new PatientWebSocket(multiaddrToUri(address), undefined, { lookup, family } as ClientOptions)
  socket.binaryType = 'arraybuffer'

  try {
    await once(socket, 'open', { signal })
    return socket
  } catch (err) {
    socket.terminate()
    throw err
  }
}
