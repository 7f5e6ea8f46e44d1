import { once } from 'node:events'
import type { LookupFunction } from 'node:net'
import type { CreateListenerOptions, Listener } from '@libp2p/interface'
import { webSockets } from '@libp2p/websockets'
import type { Multiaddr } from '@multiformats/multiaddr'
import { multiaddrToUri } from '@multiformats/multiaddr-to-uri'
import { WebSocket } from 'ws'
import type { ClientOptions } from 'ws'
import type { DnsInNode } from './dns-in-node.ts'
import { PatientWebSocket } from './web-socket.ts'

const DNS_NAMES = ['dns', 'dns4', 'dns6']

/** A faulty connection is closed. An error event of package ws without a listener would end the process, and any peer can send a malformed frame. */
class CalmWebSocket extends WebSocket {
  constructor (...args: ConstructorParameters<typeof WebSocket>) {
    super(...args)
    this.on('error', () => {})
  }
}

/** The parts of the transport of @libp2p/websockets that it does not give out. */
interface TransportInside { _connect: (address: Multiaddr, options: { signal?: AbortSignal }) => Promise<unknown> }

/** The listener of @libp2p/websockets makes connections by the class in an option of ws, and does not give that out. */
interface ListenerInside { wsServer: { options: { WebSocket: unknown } } }

/**
 * The transport of libp2p for WebSockets, whose listener survives malformed frames of peers.
 *
 * @param init - options of the transport
 * @param dns - looks up names that it answers otherwise than the system does
 */
export function webSocketsInNode (init?: Parameters<typeof webSockets>[0], dns?: Pick<DnsInNode, 'isOwn' | 'lookup'>): ReturnType<typeof webSockets> {
  const make = webSockets(init)

  return (components) => {
    const transport = make(components) as ReturnType<typeof make> & TransportInside
    const createListener = transport.createListener.bind(transport)
    const connect = transport._connect.bind(transport)

    return Object.assign(transport, {
      createListener: (options: CreateListenerOptions): Listener => {
        const listener = createListener(options);
        (listener as unknown as ListenerInside).wsServer.options.WebSocket = CalmWebSocket
        return listener
      },

      // the WebSocket of Node takes no DNS of our own
      _connect: async (address: Multiaddr, options: { signal?: AbortSignal } = {}): Promise<unknown> => {
        const name = address.getComponents().find(({ name }) => DNS_NAMES.includes(name))?.value
        return dns == null || name == null || !dns.isOwn(name) ? await connect(address, options) : await openWebSocket(address, dns.lookup, options)
      }
    })
  }
}

/** @throws the signal's reason, and what keeps the connection from opening */
async function openWebSocket (address: Multiaddr, lookup: LookupFunction, { signal }: { signal?: AbortSignal }): Promise<WebSocket> {
  signal?.throwIfAborted()
  const socket = new PatientWebSocket(multiaddrToUri(address), undefined, { lookup } as ClientOptions)
  socket.binaryType = 'arraybuffer'

  try {
    await once(socket, 'open', { signal })
    return socket
  } catch (err) {
    socket.terminate()
    throw err
  }
}
