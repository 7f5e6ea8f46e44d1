import { insteadOfLoop } from './instead-of-loop.mjs'

const CONNECTION = /\/node_modules\/@libp2p\/websockets\/dist\/src\/websocket-to-conn\.js$/

/** What is written at once, as one message: its parts are joined, which costs far less than to send each. */
const SEND = 'this.websocket.send(withArrayBuffer(data.subarray()))'

/**
 * Sends what is written to a WebSocket at once as one message: @libp2p/websockets sends each part as one of its own, and Noise writes two for a frame,
 * its length and what it is long by. What ends a message means nothing to who reads them (libp2p specs, `websockets`: a stream of bytes).
 *
 * @returns {import('vite').Plugin}
 */
export function wholeWebSocketWrites () {
  return insteadOfLoop({ name: 'whole-websocket-writes', file: CONNECTION, sends: 'this.websocket.send(withArrayBuffer(buf))', by: SEND, otherwise: '@libp2p/websockets writes in another way now' })
}
