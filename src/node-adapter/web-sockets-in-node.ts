import './web-socket.ts'
import type { CreateListenerOptions, Listener } from '@libp2p/interface'
import { webSockets } from '@libp2p/websockets'
import { WebSocket } from 'ws'

/** What is wrong with a connection closes it. An error of package ws that nobody listens for would end the process, and anybody can send what is no frame. */
class CalmWebSocket extends WebSocket {
  constructor (...args: ConstructorParameters<typeof WebSocket>) {
    super(...args)
    this.on('error', () => {})
  }
}

/** What the listener of @libp2p/websockets makes its connections by, and does not give out: which class they are of is an option of ws. */
interface Inside { wsServer: { options: { WebSocket: unknown } } }

/** The transport of libp2p for WebSockets, whose listener no peer brings down. */
export function webSocketsInNode (init?: Parameters<typeof webSockets>[0]): ReturnType<typeof webSockets> {
  const make = webSockets(init)

  return (components) => {
    const transport = make(components)
    const createListener = transport.createListener.bind(transport)

    return Object.assign(transport, {
      createListener: (options: CreateListenerOptions): Listener => {
        const listener = createListener(options);
        (listener as unknown as Inside).wsServer.options.WebSocket = CalmWebSocket
        return listener
      }
    })
  }
}
