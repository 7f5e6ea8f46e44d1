import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { withoutStreamedMessages } from './without-streamed-messages.mjs'

const CODE = `import { message, streamMessage } from 'protons-runtime'
codec = message((obj, w) => { w.bytes(obj.a) }, (reader) => { return { a: reader.bytes() } }, function* (reader) {
  yield { value: reader.bytes() }
})
function decode (buf) { return decodeMessage(buf) }
function stream (buf, opts) { return streamMessage(buf, codec, opts) }`

function transform (code: string, id = '/x/node_modules/@libp2p/x/pb.js'): string {
  const plugin = withoutStreamedMessages() as unknown as {
    transform: (this: object, code: string, id: string) => { code: string } | undefined
  }
  return (plugin.transform.call({ parse: (text: string) => parseSync('x.js', text).program }, code, id)?.code ?? code)
    .replace(/ +/g, ' ')
}

test('removes field-by-field readers and reports it; other code stays', () => {
  const rest = transform(CODE)
  expect(rest).not.toContain('yield')
  expect(rest).toContain('(reader) => { return { a: reader.bytes() } }, function* (reader) {}')
  expect(rest).toContain('function stream (buf, opts) {throw Error()}')
  expect(rest).toContain('function decode (buf) { return decodeMessage(buf) }')
})

test('leaves other packages and other functions unchanged', () => {
  expect(transform(CODE, '/x/src/a.js')).toBe(CODE.replace(/ +/g, ' '))
  expect(transform('streamMessage; message(a, b); function stream () { return other() }')).toBe(
    'streamMessage; message(a, b); function stream () { return other() }'
  )
})
