import { cutCode, visit } from './cut-code.mjs'

const STREAM = /\/node_modules\/@libp2p\/webrtc\/dist\/src\/stream\.js$/

const SEND = 'this.channel.send(withArrayBuffer(data.subarray()))'

/**
 * Sends each frame of a stream of WebRTC as one message, as Go does: @libp2p/webrtc sends its length and what it is long by as two, each of which is an
 * event at the other end, and on its way from a page to its worker too.
 *
 * @returns {import('vite').Plugin}
 */
export function wholeWebRtcFrames () {
  return {
    name: 'whole-webrtc-frames',
    enforce: 'post',

    transform (code, id) {
      if (!STREAM.test(id)) {
        return
      }

      const loops = []
      visit(this.parse(code), ({ type, start, end }) => { if (type === 'ForOfStatement' && code.slice(start, end).includes('this.channel.send(withArrayBuffer(buf))')) loops.push({ start, end, by: SEND }) })

      if (loops.length !== 1) {
        throw new Error('@libp2p/webrtc sends its frames in another way now')
      }

      return { code: cutCode(code, loops), map: null }
    }
  }
}
