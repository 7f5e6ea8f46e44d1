import { insteadOfLoop } from './instead-of-loop.mjs'

const STREAM = /\/node_modules\/@libp2p\/webrtc\/dist\/src\/stream\.js$/

/**
 * Limits joined frames to 4 KiB. Go reads the length of a frame through a buffer of that size (go-msgio
 * `pbio/uvarint_reader.go`, a `bufio.Reader` of default size). A longer message than the buffer is an error that ends
 * the stream (pion/sctp `reassembly_queue.go`, ErrShortBuffer).
 */
const SEND = 'for (let b of data.length > 4096 ? data : [data.slice()]) this.channel.send(withArrayBuffer(b))'

/**
 * Sends each small frame of a WebRTC stream as one message. @libp2p/webrtc sends length and payload as two messages,
 * each of which is an event at the other end, and on its way from a page to its worker. A frame above 4 KiB stays two
 * messages, because Go cannot read it otherwise.
 *
 * @returns {import('vite').Plugin}
 */
export function wholeWebRtcFrames () {
  return insteadOfLoop({
    name: 'whole-webrtc-frames',
    file: STREAM,
    sends: 'this.channel.send(withArrayBuffer(buf))',
    by: SEND,
    otherwise: '@libp2p/webrtc sends its frames in another way now'
  })
}
