import { cutCode, visit } from './cut-code.mjs'

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
  return {
    name: 'whole-websocket-writes',
    enforce: 'post',

    transform (code, id) {
      if (!CONNECTION.test(id)) {
        return
      }

      const loops = []
      visit(this.parse(code), ({ type, start, end }) => { if (type === 'ForOfStatement' && code.slice(start, end).includes('this.websocket.send(withArrayBuffer(buf))')) loops.push({ start, end, by: SEND }) })

      if (loops.length !== 1) {
        throw new Error('@libp2p/websockets writes in another way now')
      }

      return { code: cutCode(code, loops), map: null }
    }
  }
}
