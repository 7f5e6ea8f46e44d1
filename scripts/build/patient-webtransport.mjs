import { visit } from './cut-code.mjs'

const STREAM = /\/node_modules\/@libp2p\/webtransport\/dist\/src\/stream\.js$/

/** In the place of `readData`: one loop at a time, which goes on with the same reader. */
const READ_DATA = `{
  if (this.isReading) return
  this.isReading = true
  Promise.resolve().then(async () => {
    try {
      while (this.readStatus !== 'paused') {
        const { done, value } = await this.reader.read()
        if (value != null) this.onData(value)
        if (done) return this.onRemoteCloseWrite()
      }
    } finally {
      this.isReading = false
    }
  }).catch(err => { this.abort(err) })
}`

/**
 * At the beginning of `sendData`: behind the words that ask a peer who it is nothing more is written, so the stream is closed for that at once. Go closes its own side
 * for reading with its answer, and Firefox then drops what has come and was not handed out yet, unless nothing was left to be written.
 */
const ASKED = "if (this.direction === 'outbound' && data.byteLength < 64 && new TextDecoder().decode(data.subarray()).endsWith('/ipfs/id/1.0.0\\n')) queueMicrotask(() => { this.writer.close().catch(() => {}) });"

/**
 * Lets a stream of WebTransport be read on that was told to wait: @libp2p/webtransport gives its reader away then, and cuts the stream when it reads on,
 * so that whoever is slower than its peer loses the stream. And says with the question who a peer is that nothing else comes ({@link ASKED}).
 *
 * @returns {import('vite').Plugin}
 */
export function patientWebTransport () {
  return {
    name: 'patient-webtransport',
    enforce: 'post',

    transform (code, id) {
      if (!STREAM.test(id)) {
        return
      }

      const bodies = {}
      visit(this.parse(code), ({ type, key, value }) => { if (type === 'MethodDefinition') bodies[key.name] = value.body })
      const { readData: body, sendData } = bodies

      if (body == null || sendData == null || sendData.start < body.end) {
        throw new Error('@libp2p/webtransport reads or writes its streams in another way now')
      }

      // as many lines as before, for the source map
      const lines = (text) => text.split('\n').length
      return { code: code.slice(0, body.start) + READ_DATA + '\n'.repeat(lines(code.slice(body.start, body.end)) - lines(READ_DATA)) + code.slice(body.end, sendData.start + 1) + ASKED + code.slice(sendData.start + 1), map: null }
    }
  }
}
