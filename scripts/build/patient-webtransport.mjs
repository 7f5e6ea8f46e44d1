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
 * Lets a stream of WebTransport be read on that was told to wait: @libp2p/webtransport gives its reader away then, and cuts the stream when it reads on,
 * so that whoever is slower than its peer loses the stream.
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

      let body
      visit(this.parse(code), ({ type, key, value }) => { if (type === 'MethodDefinition' && key.name === 'readData') body = value.body })

      if (body == null) {
        throw new Error('@libp2p/webtransport reads its streams in another way now')
      }

      // as many lines as before, for the source map
      const lines = (text) => text.split('\n').length
      return { code: code.slice(0, body.start) + READ_DATA + '\n'.repeat(lines(code.slice(body.start, body.end)) - lines(READ_DATA)) + code.slice(body.end), map: null }
    }
  }
}
