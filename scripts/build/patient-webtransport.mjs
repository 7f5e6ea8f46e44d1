import { visit } from './cut-code.mjs'

const STREAM = /\/node_modules\/@libp2p\/webtransport\/dist\/src\/stream\.js$/

/** Replaces `readData`: runs one loop at a time, which continues with the same reader. */
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
 * Inserted at the beginning of `sendData`. An identify request sends nothing after the protocol name, so the stream is
 * closed for writing at once.
 *
 * Go closes its own side for reading with its answer. Firefox then drops received data that was not delivered yet,
 * unless nothing was left to write.
 */
const ASKED =
  "if (this.direction === 'outbound' && data.byteLength < 64 && new TextDecoder().decode(data.subarray()).endsWith('/ipfs/id/1.0.0\\n')) queueMicrotask(() => { this.writer.close().catch(() => {}) });"

/**
 * Lets a WebTransport stream resume after a pause. @libp2p/webtransport releases its reader on pause and aborts the
 * stream on resume, so a receiver that is slower than its peer loses the stream. Also closes the write side early for
 * identify requests ({@link ASKED}).
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
      visit(this.parse(code), ({ type, key, value }) => {
        if (type === 'MethodDefinition') {
          bodies[key.name] = value.body
        }
      })
      const { readData: body, sendData } = bodies

      if (body == null || sendData == null || sendData.start < body.end) {
        throw new Error('@libp2p/webtransport reads or writes its streams in another way now')
      }

      // Keeps the number of lines, for the source map.
      const lines = (text) => text.split('\n').length
      return {
        code: code.slice(0, body.start) + READ_DATA +
          '\n'.repeat(lines(code.slice(body.start, body.end)) - lines(READ_DATA)) +
          code.slice(body.end, sendData.start + 1) + ASKED + code.slice(sendData.start + 1),
        map: null
      }
    }
  }
}
