import { insteadOfLoop } from './instead-of-loop.mjs'

const CONNECTION = /\/node_modules\/@libp2p\/websockets\/dist\/src\/websocket-to-conn\.js$/

/** Sends a write as one message. Joining its parts costs far less than sending each. */
const SEND = 'this.websocket.send(withArrayBuffer(data.subarray()))'

/**
 * Sends each write to a WebSocket as one message. @libp2p/websockets sends each part as a message of its own, and Noise
 * writes two parts for a frame: its length and its payload. Message boundaries mean nothing to the reader (libp2p
 * specs, `websockets`: a stream of bytes).
 *
 * @returns {import('vite').Plugin}
 */
export function wholeWebSocketWrites () {
  return insteadOfLoop({
    name: 'whole-websocket-writes',
    file: CONNECTION,
    sends: 'this.websocket.send(withArrayBuffer(buf))',
    by: SEND,
    otherwise: '@libp2p/websockets writes in another way now'
  })
}
