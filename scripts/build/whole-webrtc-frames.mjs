import { cutCode, visit } from './cut-code.mjs'

const STREAM = /\/node_modules\/@libp2p\/webrtc\/dist\/src\/stream\.js$/

/**
 * Go reads the length of a frame through a buffer of 4 KiB (go-msgio `pbio/uvarint_reader.go`, a `bufio.Reader` of the usual size), and a message
 * that is longer than what there is room for is an error to it, which ends the stream (pion/sctp `reassembly_queue.go`, ErrShortBuffer).
 */
const SEND = 'for (let b of data.length > 4096 ? data : [data.slice()]) this.channel.send(withArrayBuffer(b))'

/**
 * Sends each small frame of a stream of WebRTC as one message: @libp2p/webrtc sends its length and what it is long by as two, each of which is an
 * event at the other end, and on its way from a page to its worker too. A frame of more than 4 KiB stays two, because Go reads it in no other way.
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
