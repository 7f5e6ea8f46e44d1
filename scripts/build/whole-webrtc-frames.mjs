import { insteadOfLoop } from './instead-of-loop.mjs'

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
  return insteadOfLoop({ name: 'whole-webrtc-frames', file: STREAM, sends: 'this.channel.send(withArrayBuffer(buf))', by: SEND, otherwise: '@libp2p/webrtc sends its frames in another way now' })
}
